import { paths, signUpPath } from "#contract/paths.ts";
import { TableArt } from "#web/brand/art/table.tsx";
import { Mark } from "#web/brand/wordmark.tsx";
import { PublicPage } from "#web/shell/public/public-page.tsx";
import { buttonClass } from "#web/ui/buttons/button-class.ts";
import { ArrowRightIcon } from "#web/ui/icons/icons.tsx";

const audience = [
  "For life decisions",
  "For creative ideas",
  "For honest feedback",
  "For seeing yourself clearly",
];

const steps = [
  "Start a paraline",
  "Invite your people",
  "Read what they see",
  "Take your next step",
];

/** The landing page. web/public-pages.ts is its only script. */
export function Landing() {
  return (
    <PublicPage className="landing" currentPath={paths.landing}>
      <div className="wrap">
        <div className="stack hero">
          <div className="stack g6 start hero-text">
            <h1 className="display">Build your personal advisory board.</h1>
            <p className="lede">Private feedback from people who know you best.</p>
            <StartLink className="fill-small" />
            <ul className="audience" aria-label="Who it is for">
              {audience.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          </div>
          <div className="stage">
            <StageLines />
            <div className="phone">
              <div className="phone-screen">
                <Mark />
                {/* It shows inert sample circles. The page's script sets the address when everything else has loaded. */}
                <iframe
                  title="App preview"
                  data-src={`${paths.circles}?preview`}
                  loading="lazy"
                  tabIndex={-1}
                  inert
                  scrolling="no"
                />
              </div>
            </div>
          </div>
        </div>
      </div>
      <section className="how" aria-labelledby="how">
        <div className="wrap">
          <h2 className="sr-only" id="how">
            How it works
          </h2>
          <ol className="stack steps">
            {steps.map((words, index) => (
              <li key={words}>
                <span className="step-number" aria-hidden="true">
                  {index + 1}
                </span>
                <span className="subhead">{words}</span>
                {index < steps.length - 1 && <ArrowRightIcon />}
              </li>
            ))}
          </ol>
        </div>
      </section>
      <section className="wrap stack g8 spread" aria-labelledby="example">
        <div className="stack g4">
          <p className="label">An example</p>
          <h2 className="title" id="example">
            You ask a real question. They answer like people, not like a survey.
          </h2>
          <p className="ink-2 spread-line">
            Each person opens a private link on their phone, with no account to make. Only you read
            what they write.
          </p>
          <p>
            <a href={paths.example}>See the whole example</a>
          </p>
        </div>
        <figure className="stack g8">
          <div className="stack g3">
            <p className="label">Maya asked</p>
            <p className="heading">When have you seen me most alive in what I do?</p>
          </div>
          <blockquote>
            <div className="para prose">
              <p>
                The Christmas the power went out. You had the whole ward fed from two camping stoves
                by nine, and nobody on the night shift has stopped talking about it.
              </p>
              <p>
                You were tired, but you were lit up. I have never seen a meeting do that to you.
              </p>
            </div>
          </blockquote>
          <figcaption className="small ink-3 para-indent">A friend of eleven years</figcaption>
        </figure>
      </section>
      <div className="wrap">
        <section className="stack g6 center closing" aria-labelledby="closing">
          <TableArt className="art-md" />
          <h2 className="title" id="closing">
            Who would you want around the table?
          </h2>
          <StartLink />
        </section>
      </div>
    </PublicPage>
  );
}

function StartLink({ className }: { className?: string }) {
  return (
    <a className={buttonClass("primary", "large", className)} href={signUpPath} data-start="">
      Start your first paraline
    </a>
  );
}

const width = 700;
const height = 720;
const step = 70;
const lines = 41;
const roseLine = 17;
const blueLine = 18;

/** Parallel lines passing behind the phone; computed once, when the page is rendered. */
function StageLines() {
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
