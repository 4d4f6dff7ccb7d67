import type { ReactNode } from "react";
import type { DecisionPath } from "#contract/decisions.ts";
import { Art } from "#web/brand/art/art.tsx";

function PathArt({ children }: { children: ReactNode }) {
  return (
    <Art className="art-path" viewBox="0 0 64 64">
      {children}
    </Art>
  );
}

export const pathArt: Record<DecisionPath, ReactNode> = {
  // A flag that stands for a decision.
  affirm: (
    <PathArt>
      <path d="M24 9v43M28.5 9v43" />
      <path d="M28.5 11c7-4 11 4 20 0v16c-9 4-13-4-20 0" stroke="var(--pl-margin)" />
      <path d="M6 54c12-4 40-4 52 0" />
    </PathArt>
  ),
  // Thirty days on a dial, some of which are over.
  experiment: (
    <PathArt>
      <path
        d="M32 14L32 6M35.7 14.4L37.4 6.6M39.3 15.6L42.6 8.2M42.6 17.4L47.3 11M45.4 20L51.3 14.6M47.6 23L54.5 19M49.1 26.4L56.7 24M49.9 30.1L57.9 29.3M49.9 33.9L57.9 34.7M49.1 37.6L56.7 40M47.6 41L54.5 45"
        stroke="var(--pl-margin)"
      />
      <path d="M46.9 45.4L51.3 49.4M43.8 48.2L47.3 53M40.1 50.3L42.6 55.8M36.2 51.6L37.4 57.4M32 52L32 58M27.8 51.6L26.6 57.4M23.9 50.3L21.4 55.8M20.2 48.2L16.7 53M17.1 45.4L12.7 49.4M14.7 42L9.5 45M13 38.2L7.3 40M12.1 34.1L6.1 34.7M12.1 29.9L6.1 29.3M13 25.8L7.3 24M14.7 22L9.5 19M17.1 18.6L12.7 14.6M20.2 15.8L16.7 11M23.9 13.7L21.4 8.2M27.8 12.4L26.6 6.6M32 24v8l5 4" />
    </PathArt>
  ),
  // Two lines that wait.
  pause: (
    <PathArt>
      <path d="M27 12v40" />
      <path d="M37 12v40" stroke="var(--pl-margin)" />
      <path d="M8 32h12M44 32h12" strokeDasharray="1 4" />
    </PathArt>
  ),
  // The two ends of one line.
  mentor: (
    <PathArt>
      <path d="M6 18l14 4-3 14-13-3z" />
      <path d="M58 18l-14 4 3 14 13-3z" stroke="var(--pl-margin)" />
      <path d="M18.5 29c6 22 21 22 27 0" />
    </PathArt>
  ),
};
