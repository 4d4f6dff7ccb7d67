import { Art } from "./art.tsx";

export function BlankPageArt() {
  return (
    <Art viewBox="0 0 240 190">
      <path d="M70 20h72l28 28v122H70z" fill="var(--pl-sheet)" />
      <path d="M142 20v28h28" />
      <path d="M86 20v150M91 20v150" stroke="var(--pl-margin)" strokeWidth="1.25" />
      <path
        d="M102 66h54M102 82h54M102 98h10M140 98h16M102 114h54M102 130h38"
        stroke="var(--pl-rule-strong)"
        strokeWidth="1.25"
      />
      <path d="M118 98h16" strokeDasharray="1 4" />
    </Art>
  );
}
