import type { ForbiddenClaim } from "./count-claims.ts";
import type { CircleScore, ViewSource, viewSources } from "./score-engine.ts";

/** A part of a whole, as two numbers. */
export interface Share {
  part: number;
  whole: number;
}

/** How often an engine was right in a group of circles. */
export interface Figures {
  circles: number;
  failed: number;
  /** Right overall views, out of all overall views. */
  right: Share;
  /** Circles that have an overall view, out of all circles. */
  speaks: Share;
  /** Right overall views, out of those that are counted from ratings, for which no text has to be read. */
  rightCounted: Share;
  /** Right overall views, out of those that an engine read in people's words. */
  rightRead: Share;
  /** Right overall views, out of those from each source. */
  rightBySource: Record<ViewSource, Share>;
  /** Circles that have an overall view, out of those in which at least three people gave ratings. */
  speaksWhereRated: Share;
  /**
   * How often the engine's own reading of the texts is right, whether it is used or not, out of those that have a
   * sentiment.
   */
  reading: Share;
  themesByTitle: Share;
  themesByText: Share;
  risk: Share;
  strength: Share;
  quotes: Share;
  claims: { made: Record<ForbiddenClaim, number>; shown: Record<ForbiddenClaim, number> };
  medianMs: number | undefined;
}

export function summarizeScores(scores: readonly CircleScore[]): Figures {
  const spoken = scores.flatMap(({ view }) => view ?? []);
  const read = scores.flatMap(({ reading }) =>
    reading === undefined || reading.sentiment === "other" ? [] : [reading],
  );
  const rated = scores.filter(({ hasRatings }) => hasRatings);
  const themes = sum(scores.map(({ circle }) => circle.expect.themes.length));
  const quotes = sum(scores.map((score) => score.quotes));
  const times = scores.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b);
  const withRisk = scores.filter(({ circle }) => circle.expect.risk.length > 0);
  const withStrength = scores.filter(({ circle }) => (circle.expect.strength ?? []).length > 0);
  return {
    circles: scores.length,
    failed: scores.filter(({ failure }) => failure !== undefined).length,
    right: shareOf(spoken, ({ isRight }) => isRight),
    rightCounted: shareOf(spoken.filter(isCounted), ({ isRight }) => isRight),
    rightRead: shareOf(
      spoken.filter((view) => !isCounted(view)),
      ({ isRight }) => isRight,
    ),
    speaks: shareOf(scores, ({ view }) => view !== undefined),
    rightBySource: bySource((source) =>
      shareOf(
        spoken.filter((view) => view.source === source),
        ({ isRight }) => isRight,
      ),
    ),
    speaksWhereRated: shareOf(rated, ({ view }) => view !== undefined),
    reading: shareOf(read, ({ isRight }) => isRight),
    themesByTitle: {
      part: themes - sum(scores.map(({ missedByTitle }) => missedByTitle.length)),
      whole: themes,
    },
    themesByText: {
      part: themes - sum(scores.map(({ missedByText }) => missedByText.length)),
      whole: themes,
    },
    risk: shareOf(withRisk, ({ hasRisk }) => hasRisk),
    strength: shareOf(withStrength, ({ hasStrength }) => hasStrength),
    quotes: {
      part: quotes - sum(scores.map(({ invalidQuotes }) => invalidQuotes)),
      whole: quotes,
    },
    claims: { made: addUp(scores, "made"), shown: addUp(scores, "shown") },
    medianMs: times[Math.floor(times.length / 2)],
  };
}

const isCounted = ({ source }: { source: ViewSource }) =>
  source === "stance" || source === "ratings";

function bySource(shareFor: (source: ViewSource) => Share): Record<ViewSource, Share> {
  return {
    stance: shareFor("stance"),
    ratings: shareFor("ratings"),
    model: shareFor("model"),
    words: shareFor("words"),
  } satisfies Record<(typeof viewSources)[number], Share>;
}

function addUp(
  scores: readonly CircleScore[],
  which: "made" | "shown",
): Record<ForbiddenClaim, number> {
  const total = (claim: ForbiddenClaim) => sum(scores.map(({ claims }) => claims[which][claim]));
  return {
    name: total("name"),
    count: total("count"),
    everyone: total("everyone"),
    no_quote: total("no_quote"),
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function shareOf<T>(all: readonly T[], holds: (entry: T) => boolean): Share {
  return { part: all.filter(holds).length, whole: all.length };
}

/**
 * The groups that are judged separately: figures of circles with which the engine was tuned tell nothing about other
 * circles.
 */
export const circleGroups = [
  "held_out",
  "other_languages_held_out",
  "tuning",
  "other_languages_tuning",
] as const;
export type CircleGroup = (typeof circleGroups)[number];

export function groupOf({ circle }: CircleScore): CircleGroup {
  return circle.language === undefined ? circle.part : `other_languages_${circle.part}`;
}

/** What a release of the local engine must reach. */
export interface Bar {
  name: string;
  share: Share;
  minShare: number;
  /** If there is no circle to judge by, the bar is missed as well. */
  isReached: boolean;
}

/** The bars, judged by the held-out circles, except for the bar for quotes, which is judged by all circles. */
export function listBars(scores: readonly CircleScore[]): Bar[] {
  const heldOut = scores.filter(({ circle }) => circle.part === "held_out");
  const inEnglish = heldOut.filter(({ circle }) => circle.language === undefined);
  const inOthers = heldOut.filter(({ circle }) => circle.language !== undefined);
  const all = summarizeScores(heldOut);
  return [
    bar("overall view right, where there is one", all.right, 0.85),
    bar("overall view, where at least three people rated", all.speaksWhereRated, 1),
    bar("themes by their own text", summarizeScores(inEnglish).themesByTitle, 0.6),
    bar("themes in other languages", summarizeScores(inOthers).themesByTitle, 0.4),
    bar("quotes word for word", summarizeScores(scores).quotes, 1),
  ];
}

function bar(name: string, share: Share, minShare: number): Bar {
  return {
    name,
    share,
    minShare,
    isReached: share.whole > 0 && share.part >= minShare * share.whole,
  };
}
