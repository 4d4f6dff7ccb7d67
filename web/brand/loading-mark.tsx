import { Mark } from "./wordmark.tsx";

/** Its stylesheet shows it after 200 ms, so that it does not flash before a quick response. */
export function LoadingMark({ label = "Loading..." }: { label?: string }) {
  return (
    <div className="loading" role="status">
      <Mark className="loading-mark" />
      <p>{label}</p>
    </div>
  );
}
