import { Art } from "#web/ui/art/art.tsx";

/** Two lines that wait. */
export function PathPauseArt() {
  return (
    <Art className="art-path" viewBox="0 0 64 64">
      <path d="M27 12v40" />
      <path d="M37 12v40" stroke="var(--pl-margin)" />
      <path d="M8 32h12M44 32h12" strokeDasharray="1 4" />
    </Art>
  );
}
