import { type DecisionPath, decisionPaths, pathNames } from "#contract/decisions.ts";
import { ChevronRightIcon } from "#web/ui/icons/icons.tsx";
import { Skeleton } from "#web/ui/status/skeleton.tsx";
import { pathArt } from "./path-art.tsx";

const lines: Record<DecisionPath, string> = {
  affirm: "You know. Say why, and name the first three steps.",
  experiment: "Try a small, honest version before you decide.",
  pause: "Not now is an answer. Write down what would change it.",
  mentor: "Talk it through with one person who has been there.",
};

export function PathChoice({
  chosen,
  onChoose,
}: {
  chosen: DecisionPath | undefined;
  onChoose: (path: DecisionPath) => void;
}) {
  return (
    <ul className="paths">
      {decisionPaths.map((path) => (
        <li key={path}>
          <button className="path" type="button" onClick={() => onChoose(path)}>
            {pathArt[path]}
            <span className="stack path-text">
              <span className="subhead">{pathNames[path]}</span>
              <span className="small ink-2">{lines[path]}</span>
              {path === chosen && <span className="small ink-3">Your path so far</span>}
            </span>
            <ChevronRightIcon />
          </button>
        </li>
      ))}
    </ul>
  );
}

export function PathChoiceLoading() {
  return (
    <ul className="paths">
      {decisionPaths.map((path) => (
        <li key={path} className="path">
          <Skeleton width={13} height={13} />
          <span className="stack path-text">
            <Skeleton className="subhead" text={pathNames[path]} />
            <Skeleton className="small" text={lines[path]} />
          </span>
        </li>
      ))}
    </ul>
  );
}
