import { expect, test } from "vitest";
import { chooseStep, refuseCheckout, refuseUnlock } from "./checkout-rules.ts";

const readable = { isUnlocked: false, visibility: "readable" } as const;
const nothing = {
  isSubscribed: false,
  hasLiveSubscription: false,
  circle: undefined,
  creditsCount: 0,
  knownCreditsCount: 0,
};

test.each([
  [{ isSubscribed: true, circle: readable }, "already_subscribed"],
  [{ circle: { ...readable, isUnlocked: true } }, "already_unlocked"],
  [{ circle: { ...readable, visibility: "none_yet" } }, "unlock_none_yet"],
  [{ circle: { ...readable, visibility: "sealed" } }, "unlock_sealed"],
  [{ circle: { ...readable, visibility: "too_few" } }, "unlock_too_few"],
  [{ circle: readable }, undefined],
  [{}, undefined],
] as const)("an unlock is of no use with %j: %s", (has, code) => {
  expect(refuseUnlock({ ...nothing, ...has })).toBe(code);
  expect(refuseCheckout("single", { ...nothing, ...has })).toBe(code);
});

test.each([
  ["single", { circle: readable, creditsCount: 1, knownCreditsCount: 1 }, "unlock_unused"],
  ["single", { creditsCount: 1, knownCreditsCount: 1 }, undefined],
  ["single", { creditsCount: 2, knownCreditsCount: 1 }, "unlock_unused"],
  ["single", { hasLiveSubscription: true }, undefined],
  ["monthly", { hasLiveSubscription: true }, "subscription_past_due"],
  ["annual", { hasLiveSubscription: true, isSubscribed: true }, "already_subscribed"],
  ["annual", { creditsCount: 1, circle: { ...readable, isUnlocked: true } }, undefined],
] as const)("a checkout of a %s with %j is refused: %s", (kind, has, code) => {
  expect(refuseCheckout(kind, { ...nothing, ...has })).toBe(code);
});

test.each([
  ["monthly", "open", "reopen", "reopen"],
  ["monthly", "requested", "create", "wait"],
  ["annual", "open", "expire_other", "refuse"],
  ["annual", "requested", "expire_other", "refuse"],
] as const)(
  "beside an unfinished checkout of a %s that is %s, the click that may ask does %j, and any other %j",
  (kind, state, withLease, without) => {
    const wanted = { kind: "monthly", circle_id: null } as const;
    const unfinished = { kind, state, circle_id: null };
    expect(chooseStep(wanted, unfinished, true)).toBe(withLease);
    expect(chooseStep(wanted, unfinished, false)).toBe(without);
  },
);
