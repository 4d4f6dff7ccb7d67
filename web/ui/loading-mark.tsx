import { Mark } from "./wordmark.tsx";

/** The mark drawing itself, and what is being loaded. Its stylesheet shows it after 200 ms, so that a quick answer doesn't flash. */
export function LoadingMark({ words = "Loading..." }: { words?: string }) {
  return (
    <div className="loading" role="status">
      <Mark className="loading-mark" />
      <p>{words}</p>
    </div>
  );
}
