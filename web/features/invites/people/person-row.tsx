import type { ReactNode } from "react";

/** The initials of a name in a circle; decorative, since the name is next to it. */
export function Monogram({ name }: { name: string }) {
  return (
    <span className="monogram" dir="auto" aria-hidden="true">
      {initials(name)}
    </span>
  );
}

/** It belongs in a `<ul className="lined people">`. */
export function PersonRow({
  name,
  line,
  note,
  menu,
  children,
}: {
  name: string;
  line: ReactNode;
  note?: ReactNode;
  menu?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <li>
      <Monogram name={name} />
      <span className="person-name">
        <bdi>{name}</bdi>
      </span>
      <span className="small ink-3 person-line">{line}</span>
      <div className="person-foot">
        {note && <span className="small ink-3 person-line">{note}</span>}
        {children && <div className="person-state">{children}</div>}
      </div>
      {menu && <div className="person-menu">{menu}</div>}
    </li>
  );
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  return chosen.map((word) => Array.from(word ?? "")[0]?.toUpperCase() ?? "").join("");
}
