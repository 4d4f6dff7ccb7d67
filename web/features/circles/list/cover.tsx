import { useState } from "react";
import drawings from "./covers.svg?url";

const drawingNames = ["loaf", "hills", "pages", "sea", "rings", "arches"] as const;

/** The alternative text is empty, since the title follows. */
export function Cover({ circleId, src }: { circleId: string; src?: string | null | undefined }) {
  const [failed, setFailed] = useState<string>();

  return (
    <div className="cover">
      {src && failed !== src ? (
        <img src={src} alt="" loading="lazy" decoding="async" onError={() => setFailed(src)} />
      ) : (
        <svg
          viewBox="0 0 400 160"
          preserveAspectRatio="xMidYMid slice"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.15"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          <use href={`${drawings}#${findDrawing(circleId)}`} />
        </svg>
      )}
    </div>
  );
}

/** The drawing of a circle, the same on every visit and in every browser: FNV-1a over the characters of the id. */
export function findDrawing(circleId: string): (typeof drawingNames)[number] {
  let hash = 0x811c9dc5;
  for (let index = 0; index < circleId.length; index++) {
    hash = Math.imul(hash ^ circleId.charCodeAt(index), 0x01000193) >>> 0;
  }
  return drawingNames[hash % drawingNames.length] ?? "loaf";
}
