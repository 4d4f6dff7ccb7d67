import { Art } from "./art.tsx";

export function EnvelopeArt({ isSent = true }: { isSent?: boolean }) {
  return (
    <Art viewBox="0 0 240 170">
      <rect x="38" y="34" width="164" height="108" rx="5" fill="var(--pl-sheet)" />
      <path d="M40 38l69 58a17 17 0 0 0 22 0l69-58" />
      <path
        d="M48 38l64 53a12.5 12.5 0 0 0 16 0l64-53"
        stroke="var(--pl-rule-strong)"
        strokeWidth="1"
      />
      <path d="M40 139l52-46M200 139l-52-46" stroke="var(--pl-rule-strong)" strokeWidth="1" />
      {isSent && (
        <>
          <g className="envelope-seal">
            <circle cx="120" cy="101" r="15" fill="var(--pl-margin)" stroke="none" />
            <g stroke="var(--pl-sheet)" strokeWidth="1.75">
              <path d="M116 108.5v-15M120 108.5v-15h2.8a4.4 4.4 0 0 1 0 8.8h-2.8" />
            </g>
          </g>
          <path d="M14 62h14M8 70h20M18 78h10" stroke="var(--pl-margin)" strokeWidth="1.25" />
        </>
      )}
    </Art>
  );
}
