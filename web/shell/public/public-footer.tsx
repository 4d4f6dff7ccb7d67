import { Wordmark } from "#web/brand/wordmark.tsx";

/** The footer of landing and pricing. */
export function PublicFooter() {
  return (
    <footer className="foot">
      <div className="wrap row between">
        <p>5 minutes. Honest perspective, without algorithms or noise.</p>
        <Wordmark />
      </div>
    </footer>
  );
}
