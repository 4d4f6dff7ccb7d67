/** A P with a second stem next to it: the first stem in rose, the P in the text colour. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg
      className={className}
      viewBox="0 0 24 24"
      fill="none"
      strokeWidth="2.25"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <line className="mark-a" x1="5.5" y1="3.5" x2="5.5" y2="20.5" />
      <path className="mark-b" d="M10.5 20.5v-17h3.75a5 5 0 0 1 0 10H10.5" />
    </svg>
  );
}

/** The wordmark as the link home. A plain link: the landing page is a separate document. */
export function Wordmark({ label = "Paraline, home" }: { label?: string }) {
  return (
    <a className="brand" dir="ltr" href="/" aria-label={label}>
      <Mark />
      <span>paraline</span>
    </a>
  );
}

/** Only the mark as the link home, where there is no space for more. */
export function MarkLink({ className = "" }: { className?: string }) {
  return (
    <a className={`brand ${className}`.trim()} href="/" aria-label="Paraline, home">
      <Mark />
    </a>
  );
}
