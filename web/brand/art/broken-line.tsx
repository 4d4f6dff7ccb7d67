import { Art } from "./art.tsx";

export function BrokenLineArt() {
  return (
    <Art viewBox="0 0 240 150">
      <path d="M16 72h76M16 80h70" />
      <path d="M92 72c8 0 10-10 6-18M86 80c8 1 12 8 10 16" />
      <path d="M224 72h-74M224 80h-80" stroke="var(--pl-margin)" />
      <path d="M150 72c-7 0-10-9-7-17M144 80c-8 1-11 9-8 17" stroke="var(--pl-margin)" />
      <path
        d="M112 66l2-10M121 64v-12M129 67l-1-8M114 88l-2 9M122 90l1 11"
        stroke="var(--pl-rule-strong)"
        strokeWidth="1.25"
      />
    </Art>
  );
}
