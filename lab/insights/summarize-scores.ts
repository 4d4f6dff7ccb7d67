import type { ForbiddenClaim } from "./count-claims.ts";
import type { CircleScore, SideScore, ViewSource, viewSources } from "./score-engine.ts";

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
  /** Right overall views, out of those from each source. */
  rightBySource: Record<ViewSource, Share>;
  /** Circles that have an overall view, out of those in which at least three people gave ratings. */
  speaksWhereRated: Share;
  themesByTitle: Share;
  themesByText: Share;
  /** Titles of shared themes that are expected, out of all such titles. */
  themesRight: Share;
  strengths: SideFigures;
  worries: SideFigures;
  quotes: Share;
  claims: { made: Record<ForbiddenClaim, number>; shown: Record<ForbiddenClaim, number> };
  medianMs: number | undefined;
}

interface SideFigures {
  /** Right ones, out of those that are said. */
  precision: Share;
  /** Right ones, out of those that are expected. */
  coverage: Share;
  /** Circles that are asked and in which nothing is said, out of all that are asked. */
  abstentions: Share;
}

export function summarizeScores(scores: readonly CircleScore[]): Figures {
  const spoken = scores.flatMap(({ view }) => view ?? []);
  const rated = scores.filter(({ hasRatings }) => hasRatings);
  const themes = sum(scores.map(({ circle }) => circle.expect.themes.length));
  const quotes = sum(scores.map((score) => score.quotes));
  const times = scores.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b);
  return {
    circles: scores.length,
    failed: scores.filter(({ failure }) => failure !== undefined).length,
    right: countShare(spoken, ({ isRight }) => isRight),
    rightCounted: countShare(spoken.filter(isCounted), ({ isRight }) => isRight),
    speaks: countShare(scores, ({ view }) => view !== undefined),
    rightBySource: bySource((source) =>
      countShare(
        spoken.filter((view) => view.source === source),
        ({ isRight }) => isRight,
      ),
    ),
    speaksWhereRated: countShare(rated, ({ view }) => view !== undefined),
    themesByTitle: {
      part: themes - sum(scores.map(({ missedByTitle }) => missedByTitle.length)),
      whole: themes,
    },
    themesByText: {
      part: themes - sum(scores.map(({ missedByText }) => missedByText.length)),
      whole: themes,
    },
    themesRight: {
      part: sum(scores.map(({ sharedThemes }) => sharedThemes.right)),
      whole: sum(scores.map(({ sharedThemes }) => sharedThemes.shown)),
    },
    strengths: summarizeSide(scores.map(({ strength }) => strength)),
    worries: summarizeSide(scores.map(({ risk }) => risk)),
    quotes: {
      part: quotes - sum(scores.map(({ invalidQuotes }) => invalidQuotes)),
      whole: quotes,
    },
    claims: { made: addUp(scores, "made"), shown: addUp(scores, "shown") },
    medianMs: times[Math.floor(times.length / 2)],
  };
}

function summarizeSide(sides: readonly SideScore[]): SideFigures {
  return {
    precision: countShare(
      sides.filter(({ speaks }) => speaks),
      ({ isRight }) => isRight,
    ),
    coverage: countShare(
      sides.filter(({ isAsked, isExpected }) => isAsked && isExpected),
      ({ isRight }) => isRight,
    ),
    abstentions: countShare(
      sides.filter(({ isAsked }) => isAsked),
      ({ speaks }) => !speaks,
    ),
  };
}

const isCounted = ({ source }: { source: ViewSource }) =>
  source === "stance" || source === "ratings";

function bySource(shareFor: (source: ViewSource) => Share): Record<ViewSource, Share> {
  return {
    stance: shareFor("stance"),
    ratings: shareFor("ratings"),
    model: shareFor("model"),
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

function countShare<T>(all: readonly T[], holds: (entry: T) => boolean): Share {
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

export function findGroup({ circle }: CircleScore): CircleGroup {
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
  const sides = [all.strengths, all.worries].map(({ precision }) => precision);
  return [
    bar("overall view right, where there is one", all.right, 0.85),
    bar("themes by their own text", summarizeScores(inEnglish).themesByTitle, 0.6),
    bar("themes in other languages", summarizeScores(inOthers).themesByTitle, 0.5),
    bar("strengths and worries right, where said", addShares(sides), 0.95),
    bar("quotes word for word", summarizeScores(scores).quotes, 1),
    bar(
      "circles in which nothing is shown that must not be",
      countShare(scores, ({ claims }) => claims.shown.name + claims.shown.no_quote === 0),
      1,
    ),
  ];
}

const addShares = (shares: readonly Share[]): Share => ({
  part: sum(shares.map(({ part }) => part)),
  whole: sum(shares.map(({ whole }) => whole)),
});

function bar(name: string, share: Share, minShare: number): Bar {
  return {
    name,
    share,
    minShare,
    isReached: share.whole > 0 && share.part >= minShare * share.whole,
  };
}
