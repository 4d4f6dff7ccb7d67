import { Art } from "./art.tsx";

export function NotebookArt() {
  return (
    <Art viewBox="0 0 240 170">
      <path
        d="M120 44c-18-10-44-12-72-10v98c28-2 54 0 72 10 18-10 44-12 72-10V34c-28-2-54 0-72 10z"
        fill="var(--pl-sheet)"
      />
      <path d="M120 44v98" />
      <path d="M66 36v96M71 36v96" stroke="var(--pl-margin)" strokeWidth="1.25" />
      <path
        d="M80 60c10 0 20 2 30 5M80 76c10 0 20 2 30 5M80 92c10 0 20 2 30 5M80 108c10 0 20 2 30 5M130 65c12-4 34-6 50-5M130 81c12-4 34-6 50-5M130 97c12-4 34-6 50-5M130 113c12-4 34-6 50-5"
        stroke="var(--pl-rule-strong)"
        strokeWidth="1"
      />
    </Art>
  );
}
