import { Art } from "#web/ui/art/art.tsx";

/** A standing flag: decided. */
export function PathAffirmArt() {
  return (
    <Art className="art-path" viewBox="0 0 64 64">
      <path d="M24 9v43M28.5 9v43" />
      <path d="M28.5 11c7-4 11 4 20 0v16c-9 4-13-4-20 0" stroke="var(--pl-margin)" />
      <path d="M6 54c12-4 40-4 52 0" />
    </Art>
  );
}
