import { Art } from "#web/ui/art/art.tsx";

/** Two ends of one line. */
export function PathMentorArt() {
  return (
    <Art className="art-path" viewBox="0 0 64 64">
      <path d="M6 18l14 4-3 14-13-3z" />
      <path d="M58 18l-14 4 3 14 13-3z" stroke="var(--pl-margin)" />
      <path d="M18.5 29c6 22 21 22 27 0" />
    </Art>
  );
}
