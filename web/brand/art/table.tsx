import { Art } from "./art.tsx";

/** A drawing of a round table from above, with one's own chair in rose. */
export function TableArt({ className }: { className?: string }) {
  return (
    <Art className={className} viewBox="0 0 240 240">
      <circle cx="120" cy="120" r="55" />
      <circle cx="120" cy="120" r="50" stroke="var(--pl-rule-strong)" strokeWidth="1" />
      {[0, 60, 120, 180, 240, 300].map((turn) => (
        <g
          key={turn}
          transform={`rotate(${turn} 120 120)`}
          stroke={turn === 180 ? "var(--pl-margin)" : undefined}
        >
          <path d="M105 42v-10a6 6 0 0 1 6-6h18a6 6 0 0 1 6 6v10a6 6 0 0 1-6 6h-18a6 6 0 0 1-6-6z" />
          <path d="M103 19q17-7 34 0" />
        </g>
      ))}
      <g strokeWidth="1.25">
        <path d="M111 106h18v26h-18z" transform="rotate(-8 120 119)" />
        <path
          d="M115 113h10M115 118h10M115 123h6"
          transform="rotate(-8 120 119)"
          stroke="var(--pl-margin)"
        />
      </g>
    </Art>
  );
}
