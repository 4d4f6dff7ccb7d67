import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/**
 * Checks that each table is written by one folder. Reading may join any table.
 *
 * @typedef {{ file: string, table: string, reason: string }} Exception
 * @typedef {{ file: string, line: number, table: string }} Write
 */

/** @type {Record<string, readonly string[]>} */
const owners = {
  "server/db/": ["database_state", "disk_cleanups"],
  "server/access/": [
    "auth.signing_keys",
    "circle_keys",
    "erasure_days",
    "erasure_notes",
    "own_answers",
    "profiles",
    "sealed_answers",
    "sealing_keys",
  ],
  "server/jobs/": ["jobs.job", "jobs.schedule"],
  "server/mail/": ["mail_opt_outs", "mailboxes", "emails"],
  "server/http/": ["rate_limits"],
  "server/features/auth/": [
    "auth.audit_log",
    "auth.flow_state",
    "auth.identities",
    "auth.invited_addresses",
    "auth.known_devices",
    "auth.known_networks",
    "auth.mfa_challenges",
    "auth.mfa_factors",
    "auth.oauth_authorizations",
    "auth.oauth_clients",
    "auth.oauth_consents",
    "auth.one_time_tokens",
    "auth.passkey_challenges",
    "auth.passkeys",
    "auth.provider_sign_ins",
    "auth.recovery_code_sets",
    "auth.recovery_codes",
    "auth.sessions",
    "auth.users",
    "auth.wrong_codes",
  ],
  "server/features/covers/": ["cover_uploads", "covers"],
  "server/features/invites/": ["invites", "link_requests", "removed_emails"],
  "server/features/feedback/": ["encouragements", "feedback", "kept_answers"],
  "server/features/circles/": ["circle_copies", "circles"],
  "server/features/billing/": [
    "billing_customers",
    "billing_events",
    "checkouts",
    "purchases",
    "subscription_payments",
    "subscriptions",
    "test_checkouts",
    "test_subscriptions",
  ],
  "server/features/insights/": ["insight_generations", "insights"],
  "server/features/decisions/": ["decisions"],
  "server/features/notifications/": ["notified_responses"],
  "server/features/account/": ["erasures"],
  "server/features/admin/": ["daily_counts"],
};

/** The table of a statement whose table is a variable. */
const variable = "a variable";

/** @type {readonly Exception[]} */
const exceptions = [
  {
    file: "server/db/copy/load-tables.ts",
    table: variable,
    reason: "A copy is loaded as it was made, whatever its tables mean.",
  },
  {
    file: "server/db/disk-cleanups.ts",
    table: variable,
    reason:
      "The database keeps samples of what was in a table, and does not delete those of an emptied one.",
  },
  {
    file: "server/access/session.ts",
    table: "auth.sessions",
    reason: "A session is judged at every call, below the features, and its use is recorded there.",
  },
  {
    file: "server/access/replace-owner-links.ts",
    table: "invites",
    reason:
      "An account that is reset keeps its circles, and auth may not call the features above it.",
  },
  {
    file: "server/access/replace-owner-links.ts",
    table: "circles",
    reason: "As above: the share links are turned off in the same transaction.",
  },
  {
    file: "server/access/fix-circle.ts",
    table: "circles",
    reason: "An invitation fixes what invitees read, and invites may not call circles above it.",
  },
  {
    file: "server/access/encryption/rewrap-keys.ts",
    table: variable,
    reason: "A new secret takes over the keys of both tables, which are of access.",
  },
  {
    file: "server/features/auth/account/queries.ts",
    table: "rate_limits",
    reason: "The counters of an erased account go in the transaction that erases it.",
  },
  {
    file: "server/features/feedback/submit-queries.ts",
    table: "invites",
    reason: "A submit is one statement: the invite is used up, and its answer stored, or neither.",
  },
  {
    file: "server/features/feedback/submit-queries.ts",
    table: "sealed_answers",
    reason: "As above, for anonymous circles.",
  },
  {
    file: "server/features/feedback/receipt-queries.ts",
    table: "sealed_answers",
    reason: "Its author changes or withdraws one, which takes an AuthoredReflections of access.",
  },
  {
    file: "server/features/feedback/receipt-queries.ts",
    table: "insights",
    reason:
      "Insights may quote an answer that is gone, and feedback may not call insights above it.",
  },
  {
    file: "server/features/feedback/receipt-queries.ts",
    table: "insight_generations",
    reason: "As above, for those that are being made.",
  },
];

const builders = new Set(["insertInto", "updateTable", "deleteFrom", "mergeInto", "replaceInto"]);
const statements =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|update)\s+(?:only\s+)?(\?|[a-z_]+(?:\.[a-z_]+)?)/gi;

/**
 * The statements of a file that write a table: those of Kysely's builders, and SQL in strings and templates.
 * @param {string} file
 * @param {string} text
 * @param {ReadonlySet<string>} tables
 * @returns {Write[]}
 */
function findWrites(file, text, tables) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  /** @type {Write[]} */
  const writes = [];
  /** @param {ts.Node} node @param {string} table */
  const add = (node, table) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    writes.push({ file, line: line + 1, table });
  };
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const [table] = node.arguments;
      if (builders.has(node.expression.name.text) && table !== undefined) {
        add(node.expression.name, ts.isStringLiteralLike(table) ? tableIn(table.text) : variable);
      }
    }
    const sql = readText(node);
    if (sql !== undefined) {
      for (const [, table = ""] of sql.replaceAll('"', "").matchAll(statements)) {
        const isSql = node.parent !== undefined && ts.isTaggedTemplateExpression(node.parent);
        if (tables.has(table)) add(node, table);
        else if (table === "?" && isSql) add(node, variable);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return writes;
}

/** `invites as invite` is the table `invites`. @param {string} expression */
const tableIn = (expression) => expression.split(" ")[0] ?? "";

/** A string or template, with a `?` for each of its values. @param {ts.Node} node */
function readText(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head, ...node.templateSpans.map(({ literal }) => literal)]
    .map(({ text }) => text)
    .join("?");
}

/**
 * What is wrong with who writes which table, one sentence each.
 * @param {Record<string, string>} files their texts by their paths
 * @param {{ owners: Record<string, readonly string[]>, exceptions: readonly Exception[] }} rules
 */
export function checkTableOwners(files, rules) {
  const ownerByTable = new Map(
    Object.entries(rules.owners).flatMap(([owner, tables]) =>
      tables.map((table) => /** @type {const} */ ([table, owner])),
    ),
  );
  const unused = new Set(rules.exceptions);
  const problems = Object.entries(files)
    .flatMap(([file, text]) => findWrites(file, text, new Set(ownerByTable.keys())))
    .flatMap(({ file, line, table }) => {
      const exception = rules.exceptions.find((one) => one.file === file && one.table === table);
      if (exception !== undefined) {
        unused.delete(exception);
        return [];
      }
      const owner = ownerByTable.get(table);
      if (owner === undefined) return `${file}:${line} writes ${table}, which has no owner.`;
      if (!file.startsWith(owner)) {
        return `${file}:${line} writes ${table}: only ${owner} does. Call a query of it.`;
      }
      if (file.startsWith("server/features/") && !/[/-]queries\.ts$/.test(file)) {
        return `${file}:${line} writes ${table}: SQL is in queries.ts and …-queries.ts.`;
      }
      return [];
    });
  const declared = Object.entries(files)
    .filter(([file]) => /^server\/db\/[a-z-]*tables\.ts$/.test(file))
    .flatMap(([, text]) => [...text.matchAll(/^ {2}"?([a-z_.]+)"?: \w+Table;$/gm)])
    .map(([, table = ""]) => table);
  return [
    ...problems,
    ...declared
      .filter((table) => !ownerByTable.has(table))
      .map((table) => `${table} has no owner.`),
    ...[...unused].map(({ file, table }) => `${file} no longer writes ${table}: no exception.`),
  ];
}

/** The product's files. */
function readServerFiles() {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const paths = globSync("server/**/*.{ts,tsx}", { cwd: root })
    .map((file) => file.split(path.sep).join("/"))
    .filter((file) => !/\.test\.tsx?$|\/(?:baseline|migrations|testing)\//.test(file));
  return Object.fromEntries(
    paths.map((file) => [file, readFileSync(path.join(root, file), "utf8")]),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = readServerFiles();
  const problems = checkTableOwners(files, { owners, exceptions });
  for (const problem of problems) console.log(problem);
  console.log(`table owners: ${Object.keys(files).length} files, ${problems.length} reports`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
