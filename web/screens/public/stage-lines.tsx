const width = 700;
const height = 720;
const step = 70;
const lines = 41;
/** The double rule: two parallel lines. */
const roseLine = 17;
const blueLine = 18;

/** Parallel lines passing behind the phone; computed once, when the page is rendered. */
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
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its position
        <path key={line} className={lineClass(line)} d={linePath(line)} />
      ))}
    </svg>
  );
}

function lineClass(line: number): string | undefined {
  if (line === roseLine) return "stage-rose";
  return line === blueLine ? "stage-blue" : undefined;
}

function linePath(line: number): string {
  const points = Array.from({ length: width / step + 1 }, (_, index) => {
    const x = index * step;
    return { x, y: heightAt(line, x) };
  });
  return points
    .map(({ x, y }, index) => {
      if (index === 0) return `M${x} ${Math.round(y)}`;
      // The tangent at a point is the chord between its neighbours, so the joints are smooth.
      const before = points[index - 1] ?? { x, y };
      const after = points[index + 1] ?? { x, y };
      const slope = (after.y - before.y) / 6;
      return `${index === 1 ? `C${Math.round(before.x + step / 3)} ${Math.round(before.y)} ` : "S"}${Math.round(x - step / 3)} ${Math.round(y - slope)} ${x} ${Math.round(y)}`;
    })
    .join("");
}

/** A slow wave that starts earlier and lower from line to line, so that the lines converge and diverge. */
function heightAt(line: number, x: number): number {
  const rest = 22 + line * 17;
  const swing = 38 - line * 0.45;
  const crest = 210 - line * 5.8;
  return rest + swing * Math.cos((x - crest) / 148);
}
