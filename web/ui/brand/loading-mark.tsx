import { Mark } from "./wordmark.tsx";

/**
 * The animated mark, and what is being loaded. Its stylesheet shows it after 200 ms, so that a quick response doesn't
 * flash.
 */
export function LoadingMark({ label = "Loading..." }: { label?: string }) {
  return (
    <div className="loading" role="status">
      <Mark className="loading-mark" />
      <p>{label}</p>
    </div>
  );
}
