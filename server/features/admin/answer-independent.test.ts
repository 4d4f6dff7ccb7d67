import { expect, test } from "vitest";
import { jobKinds } from "#server/jobs/kinds.ts";
import { kindsOfInvitees, untracedKinds } from "#server/jobs/observe-jobs.ts";
import { countableJobKinds } from "./answer-independent.ts";

test("jobs that operators may not count are not traced either", () => {
  const hidden = jobKinds.filter((kind) => !countableJobKinds.includes(kind));
  // For an email, its own kind decides.
  const untraced = ["send_mail", ...kindsOfInvitees, ...untracedKinds];
  expect(hidden.toSorted()).toEqual(untraced.toSorted());
});
