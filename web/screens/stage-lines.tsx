const width = 700;
const height = 720;
const step = 70;
const lines = 38;
/** The two that are yours and the one that walks beside it. */
const rose = 17;
const blue = 18;

/** Parallel lines passing behind the phone; drawn once, when the page is rendered. */
export function StageLines() {
  return (
    <svg
      className="stage-lines"
      viewBox={`0 0 ${width} ${height}`}
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <path key={line} className={lineClass(line)} d={linePath(line)} />
      ))}
    </svg>
  );
}

function lineClass(line: number): string | undefined {
  if (line === rose) return "stage-rose";
  return line === blue ? "stage-blue" : undefined;
}

function linePath(line: number): string {
  const points = Array.from({ length: width / step + 1 }, (_, index) => {
    const x = index * step;
    return { x, y: heightAt(line, x) };
  });
  return points
    .map(({ x, y }, index) => {
      if (index === 0) return `M${x} ${Math.round(y)}`;
      // the tangent at a point is the chord between its neighbours, so that the joints are smooth
      const before = points[index - 1] ?? { x, y };
      const after = points[index + 1] ?? { x, y };
      const slope = (after.y - before.y) / 6;
      return `${index === 1 ? `C${Math.round(before.x + step / 3)} ${Math.round(before.y)} ` : "S"}${Math.round(x - step / 3)} ${Math.round(y - slope)} ${x} ${Math.round(y)}`;
    })
    .join("");
}

/** Two slow waves whose phase drifts from line to line, so that the lines draw together and apart. */
function heightAt(line: number, x: number): number {
  const base = 22 + line * 18;
  return (
    base +
    26 * Math.sin(x / 118 + 0.3 + line * 0.028) +
    14 * Math.sin(x / 205 - 1.4 - line * 0.045) +
    (line - lines / 2) * 1.6 * Math.cos(x / 330)
  );
}
