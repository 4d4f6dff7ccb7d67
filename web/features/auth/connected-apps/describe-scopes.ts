import type { AppScope } from "#contract/auth/scopes.ts";

interface ScopeDescription {
  what: string;
  short: string;
}

/** The most private scopes first. Scopes about duration are left out: every app may read until it is disconnected. */
const descriptions: [AppScope, ScopeDescription][] = [
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

export function describeScopes(scopes: readonly string[]): string[] {
  return known(scopes).map(({ what }) => what);
}

export function nameScopes(scopes: readonly string[]): string {
  return known(scopes)
    .map(({ short }) => short)
    .join(", ");
}

function known(scopes: readonly string[]): ScopeDescription[] {
  return descriptions.flatMap(([scope, description]) =>
    scopes.includes(scope) ? [description] : [],
  );
}
