import { expect, test } from "vitest";
import { checkFieldNames } from "./field-names.mjs";

const record = { file: "contract/errors.ts", declaration: "ErrorBody", reason: "" };
const rules = { records: [record], outside: [{ names: "unit_amount line_items", reason: "" }] };
const files = {
  "contract/errors.ts": "interface ErrorBody { request_id: string }",
  "contract/circles.ts": 'z.object({ owner_name: z.string(), status: z.enum(["past_due"]) });',
  "server/db/tables.ts": "interface CirclesTable { closes_at: Date }",
  "server/stripe.ts": "stripe.send({ unit_amount: 500, line_items: [] });",
};
const check = (text: string, file = "server/features/circles/close.ts") =>
  checkFieldNames({ ...files, [file]: text }, rules);

test.each([
  ["an interface", "interface Config { public_url: string }"],
  ["a method of an interface", "interface Pages {\n public_url(): string }"],
  ["a type", "type Config = { public_url?: string };"],
  ["an object", 'const config = { "public_url": "" };'],
  ["an object in short", "const config = { public_url };"],
  ["a class", "class Config { public_url = '' }"],
  ["what is taken out of an object", "const { public_url: publicUrl } = config;"],
  ["a parameter", "function start({ public_url }) {}"],
  ["a comment with a type", "/** @typedef {{ public_url: string }} Config */\nexport {};"],
])("a property in snake_case is found in %s", (_, text) => {
  expect(check(text, "tools/start.mjs")).toEqual([
    expect.stringMatching(
      /^tools\/start\.mjs:[12]:\d+ public_url is no field of a record on the wire or in the database: name it publicUrl, /,
    ),
  ]);
});

test.each([
  ["of a schema", "interface View { owner_name: string }"],
  ["of a table", "const { closes_at } = circle;"],
  ["of a listed declaration", "const { request_id } = body;"],
  ["of an outside format", "return { unit_amount: 5 };"],
  ["of a row", `sql<{ t_xmin: string }>\`select t_xmin\`; const { t_xmin } = row;`],
  ["of a query", 'db.select((eb) => eb.lit(1).as("new_count")); const { new_count } = row;'],
  ["of a statement", "sql`select 1 as new_count`; const { new_count } = row;"],
  ["among a statement's parameters", 'param("note_id"); run({ note_id: "" });'],
  ["of a line in the log", 'log.info({ took_ms: 5 }, "done");'],
  ["of the audit log", "recordAudit(tx, action, actor, { by_operator: true });"],
  ["that is the key of a limit's counters", "const rules = { by_address: { points: 1 } };"],
])("the name of a field %s is allowed", (_, text) => {
  expect(check(text)).toEqual([]);
});

test("a lookup may have an entry for each of several values, but a type may not have a field with such a name", () => {
  expect(check('const texts = { past_due: "" };')).toEqual([]);
  expect(
    check('type Mode = "sign_in"; const texts: Record<Mode, string> = { sign_in: "" };'),
  ).toEqual([]);
  expect(check("interface View { past_due: boolean }")).toHaveLength(1);
  expect(check('type Some = Pick<View, "public_url">; const view = { public_url };')).toHaveLength(
    1,
  );
});

test("a column that only a test queries is allowed in that test", () => {
  const query = "sql<{ t_xmin: string }>`select t_xmin`;";
  const other = "const { t_xmin } = row;";
  expect(check(`${query} ${other}`, "server/db/open.test.ts")).toEqual([]);
  expect(
    checkFieldNames({ ...files, "server/db/a.test.ts": query, "server/db/b.ts": other }, rules),
  ).toHaveLength(1);
});

test("variables, constants of the environment and camelCase are not checked", () => {
  expect(
    check("const public_url = 1; const { PUBLIC_URL } = env; const a = { publicUrl: 1 };"),
  ).toEqual([]);
});

test("a listed name or declaration without a use is found", () => {
  const { "server/stripe.ts": _, ...others } = files;
  expect(checkFieldNames({ ...others, "contract/errors.ts": "" }, rules)).toEqual([
    "contract/errors.ts no longer declares ErrorBody.",
    "unit_amount is no longer used.",
    "line_items is no longer used.",
  ]);
});
