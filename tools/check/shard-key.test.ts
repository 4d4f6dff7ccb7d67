import { expect, test } from "vitest";
import { placements } from "./placements.mjs";
import { checkPlacements, checkStatements, keyOf, readTableSources } from "./shard-key.mjs";

const given: typeof placements = {
  circles: { placement: "owner", column: "user_id" },
  feedback: { placement: "circle", column: "circle_id" },
  kept_answers: { placement: "parent", column: "feedback_id" },
  erasures: { placement: "separate" },
};

test.each([
  ["owner", `select "id" from "circles" where "circles"."user_id" = $1`],
  ["circle", "select count(*) from feedback where circle_id = $1::uuid"],
  [
    "circle",
    "insert into feedback (id, circle_id) select id, $2::uuid from jsonb_to_recordset($1)",
  ],
  ["circle", `update "circles" set "title" = $1 where "id" = $2`],
  ["separate", "delete from erasures where id = $1"],
  ["nothing", "select title from circles where closes_at < $1"],
  ["nothing", "delete from kept_answers where feedback_id = $1"],
  [
    "nothing",
    "select f.id from feedback f join circles c on c.id = f.circle_id where f.received_on = $1",
  ],
])("the server of a statement is found by: %s", (key, text) => {
  expect(keyOf(text, given)).toBe(key);
});

test("a hot statement without a key needs a reason, and a reason needs a statement", () => {
  const statements = [
    { name: "byDay", text: "select title from circles where closes_at < $1" },
    { name: "byOwner", text: "select title from circles where user_id = $1" },
  ];
  const problemsWith = (withoutKey: Record<string, string>) =>
    checkStatements(statements, {
      placements: given,
      withoutKey: new Map(Object.entries(withoutKey)),
    }).problems;
  expect(problemsWith({})).toEqual([expect.stringMatching(/^The hot statement byDay asks/)]);
  expect(problemsWith({ byDay: "By day." })).toEqual([]);
  expect(problemsWith({ byDay: "By day.", byOwner: "" })).toEqual([
    "byOwner needs no reason any more.",
  ]);
});

test("every table has a placement, by a column that it has", () => {
  const sources = readTableSources();
  expect(checkPlacements(sources, placements)).toEqual([]);
  const { invites: _, ...others } = placements;
  expect(checkPlacements(sources, others)).toEqual([
    "tools/check/placements.mjs lacks the table invites.",
  ]);
  expect(
    checkPlacements(sources, {
      ...placements,
      feedback: { placement: "owner", column: "user_id" },
      gone: { placement: "separate" },
    }).toSorted(),
  ).toEqual([
    "feedback has no column user_id, which tools/check/placements.mjs names for it.",
    "tools/check/placements.mjs names the table gone, which does not exist.",
  ]);
});
