import type { AppScope } from "#contract/auth/scopes.ts";

/** A scope in words for the owner: what it lets an app read, and the same in short. */
interface ScopeWords {
  what: string;
  short: string;
}

/** The most private first. What only says for how long is not said: every app reads until it is disconnected. */
const words: [AppScope, ScopeWords][] = [
  [
    "results:read",
    {
      what: "What people wrote to you, as far as you can read it yourself, and your insights",
      short: "reflections and insights",
    },
  ],
  [
    "circles:read",
    {
      what: "Your paralines, their questions, and how many people answered",
      short: "your paralines",
    },
  ],
  [
    "decisions:read",
    { what: "Your decisions, plans and closing letters", short: "your decisions" },
  ],
  ["email", { what: "Your email address", short: "your email address" }],
  ["profile", { what: "Your name", short: "your name" }],
  ["openid", { what: "An ID that stands for your account", short: "your account's ID" }],
];

/** What an app with these scopes may read, one line each. */
export function describeScopes(scopes: readonly string[]): string[] {
  return known(scopes).map(({ what }) => what);
}

/** The same in one line. */
export function nameScopes(scopes: readonly string[]): string {
  return known(scopes)
    .map(({ short }) => short)
    .join(", ");
}

function known(scopes: readonly string[]): ScopeWords[] {
  return words.flatMap(([scope, said]) => (scopes.includes(scope) ? [said] : []));
}
