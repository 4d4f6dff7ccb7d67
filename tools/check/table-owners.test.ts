import { expect, test } from "vitest";
import { checkTableOwners } from "./table-owners.mjs";

const rules = {
  owners: { "server/features/invites/": ["invites"], "server/features/auth/": ["auth.users"] },
  exceptions: [{ file: "server/access/links.ts", table: "invites", reason: "" }],
};
const allowed = { "server/access/links.ts": "sql`update invites set invite_token = null`;" };
const check = (files: Record<string, string>) => checkTableOwners({ ...allowed, ...files }, rules);

test.each([
  ["Kysely's builders", "tx.updateTable(\n'invites as invite')"],
  [
    "a common table expression",
    'db.with("gone", (cte) => cte.deleteFrom("invites").returning("id"))',
  ],
  ["SQL in a template", `sql\`insert into invites (id) values (\${id})\``],
  ["SQL in the middle of a template", `sql\`with a as (select \${id}) delete from only invites\``],
  ["a quoted name", `sql\`update "invites" set status = ''\``],
  ["plain SQL", '"DELETE FROM invites"'],
])("a feature that writes another's table with %s is found", (_, statement) => {
  expect(check({ "server/features/circles/queries.ts": `\n${statement};` })).toEqual([
    expect.stringMatching(
      /^server\/features\/circles\/queries\.ts:[23] writes invites: only server\/features\/invites\/ does\./,
    ),
  ]);
});

test("a table whose name is a variable needs an exception", () => {
  const file = "server/features/invites/queries.ts";
  const problem = `${file}:1 writes a variable, which has no owner.`;
  expect(check({ [file]: "tx.insertInto(table)" })).toEqual([problem]);
  expect(check({ [file]: `sql\`delete from \${sql.table(table)}\`` })).toEqual([problem]);
});

test("a feature writes its own table, in its queries", () => {
  const statement = 'tx.insertInto("auth.users")';
  expect(check({ "server/features/auth/links/flow-queries.ts": statement })).toEqual([]);
  expect(check({ "server/features/auth/sign-up.ts": statement })).toEqual([
    "server/features/auth/sign-up.ts:1 writes auth.users: SQL is in queries.ts and …-queries.ts.",
  ]);
});

test("reading, locking and prose do not count as writing", () => {
  const files = {
    "server/features/circles/queries.ts":
      'sql`select 1 from invites for update of invites`; // delete from invites\n"Update your details"; tx.selectFrom("invites")',
  };
  expect(check(files)).toEqual([]);
});

test("a table without an owner and an exception without a use are found", () => {
  const tables = "export interface Tables {\n  invites: InvitesTable;\n  notes: NotesTable;\n}";
  expect(checkTableOwners({ "server/db/tables.ts": tables }, rules)).toEqual([
    "notes has no owner.",
    "server/access/links.ts no longer writes invites: no exception.",
  ]);
});
