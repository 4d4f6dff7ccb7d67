import { Art } from "#web/brand/art/art.tsx";

/** A drawing of a tied bundle of papers, for closed circles. */
export function HistoryArt() {
  return (
    <Art viewBox="0 0 240 170">
      <g fill="var(--pl-sheet)">
        <rect x="50" y="112" width="146" height="16" rx="3" />
        <rect x="44" y="96" width="146" height="16" rx="3" />
        <rect x="54" y="80" width="140" height="16" rx="3" />
        <rect x="48" y="64" width="144" height="16" rx="3" />
      </g>
      <g stroke="var(--pl-margin)">
        <path d="M118 64v64M123 64v64" />
        <path d="M120 63c-6-16-26-20-28-9-1 8 14 10 28 9zM121 63c6-16 26-20 28-9 1 8-14 10-28 9z" />
        <path d="M117 65c-6 6-10 8-16 9M124 65c6 6 10 8 16 9" />
      </g>
      <path d="M30 134h182M36 139h170" stroke="var(--pl-rule-strong)" strokeWidth="1" />
    </Art>
  );
}
