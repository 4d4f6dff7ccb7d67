/**
 * The import check: who may import whom. docs/architecture.md describes the same in prose.
 *
 * A rule reads: an import *from* a file matching here *to* a file matching there is forbidden. `$1` in `to` is what the
 * first group of `from` matched. The comment says what to do instead.
 *
 * @typedef {import("dependency-cruiser").IForbiddenRuleType} Rule
 */

/** In order: a feature may call those before it. */
export const features = [
  "auth",
  "covers",
  "invites",
  "feedback",
  "circles",
  "billing",
  "insights",
  "decisions",
  "exports",
  "notifications",
  "account",
  "assistants",
  "admin",
];

/** What each layer of the web may import; features, screens and the invitee's page have rules of their own. */
const webLayers = {
  ui: ["ui"],
  brand: ["ui", "brand"],
  client: ["client"],
  "question-types": ["ui", "client", "question-types"],
};

/** In order from the lowest: the modules of a line may import those of the lines before it. */
const serverLayers = [
  String.raw`(?:(?:config|design|system|telemetry)/|(?!(?:deps|app|worker|heavy-thread|main)\.ts$)[^/]+\.tsx?$)`,
  "db/",
  "(?:access|documents|jobs|mail|question-types)/",
  "http/",
  "features/",
  String.raw`(?:commands/|(?:deps|app|worker|heavy-thread)\.ts$)`,
  String.raw`(?:process/|main\.ts$)`,
];

const tests = String.raw`\.test\.tsx?$|^(?:server|web)/testing/`;
export const isTest = new RegExp(tests);
const node = `^(?:node:|(?:fs|path|os|net|http|crypto|stream|child_process|worker_threads)(?:/|$))`;

/** @param {...string} names packages, as a pattern for where they resolve to (or don't) */
const packages = (...names) => `(?:^|node_modules/)(?:${names.join("|")})(?:/|$)`;

/** The packages of the owner's app, besides React. */
const ofTheApp = [
  "react-router",
  "react-router-dom",
  "@tanstack",
  "zod",
  "@supabase",
  "react-hook-form",
  "@hookform",
];

/**
 * @param {string} name
 * @param {string} comment
 * @param {Record<string, unknown>} from
 * @param {Record<string, unknown>} to
 * @returns {Rule & { name: string, comment: string }}
 */
const forbid = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

/**
 * @param {string} name
 * @param {string} names
 * @param {string} home
 * @param {string} comment
 */
const onlyIn = (name, names, home, comment) =>
  forbid(
    name,
    comment,
    { path: "^(contract|server|web)/", pathNot: [home, tests] },
    { path: names },
  );

/**
 * Packages that only one place may import.
 * @type {[string[], string][]}
 */
const packageHomes = [
  [["kysely"], String.raw`^server/(?:db|access|jobs|mail)/|^server/features/.+[/-]queries\.ts$`],
  [["pg", "@electric-sql/pglite"], "^server/(?:db|jobs)/"],
  [["pg-boss"], "^server/jobs/"],
  [["prom-client", "@opentelemetry"], "^server/telemetry/"],
  [["nodemailer"], "^server/mail/"],
  [["openid-client"], "^server/features/auth/providers/"],
  [["stripe"], "^server/features/billing/"],
  [
    ["ai", "@ai-sdk", "eld", "@orama", "stopwords-iso", "afinn-165-multilingual"],
    "^server/features/insights/",
  ],
  [["sharp"], "^server/features/covers/"],
  [["@aws-sdk"], String.raw`^server/system/bucket\.ts$`],
  [["@modelcontextprotocol"], "^server/features/assistants/"],
  [["pdfkit", "bidi-js", "harfbuzzjs"], "^server/documents/"],
  [["hucre"], "^server/documents/"],
  [["@supabase"], String.raw`^web/client/auth/(?:auth|emailed-link)\.ts$`],
  [["piscina"], String.raw`^server/(?:system/heavy-work|heavy-thread)\.ts$`],
  [["hono", "@hono"], "^server/"],
];

/** Rules for every import, type imports included. @type {ReturnType<typeof forbid>[]} */
export const rules = [
  forbid(
    "no-cycles",
    "Move what both need into a file below them.",
    {},
    { circular: true, pathNot: "node_modules" },
  ),
  forbid(
    "resolvable",
    "The import check can't follow what it can't find: a wrong path, or a package that isn't installed.",
    { path: "^(contract|server|web|e2e)/", pathNot: String.raw`\.test\.tsx?$` },
    { couldNotResolve: true, pathNot: ["^virtual:", String.raw`\.css$`] },
  ),
  forbid(
    "no-dev-packages",
    "The product runs without devDependencies: move the package to dependencies, or the import to a test.",
    { path: "^(contract|server|web)/", pathNot: [tests, String.raw`^web/vite\.config\.ts$`] },
    { dependencyTypes: ["npm-dev"], pathNot: "node_modules/@types/" },
  ),

  // The top-level layers.
  forbid(
    "contract-imports-little",
    "contract/ runs everywhere: zod and its own files, nothing else.",
    { path: "^contract/", pathNot: tests },
    { pathNot: ["^contract/", packages("zod")] },
  ),
  forbid(
    "server-never-imports-web",
    "What both sides need belongs to contract/; HTML comes from the built pages, loaded as a file.",
    { path: "^server/" },
    { path: "^(web|e2e|tools)/" },
  ),
  forbid(
    "web-never-imports-server",
    "What both sides need belongs to contract/.",
    { path: "^web/" },
    { path: "^(server|e2e|tools)/" },
  ),
  forbid(
    "web-runs-in-the-browser",
    "Node's modules don't exist there.",
    { path: "^web/", pathNot: [tests, String.raw`^web/vite\.config\.ts$`] },
    { path: node },
  ),
  forbid(
    "journeys-use-the-product",
    "e2e/ sees the product from outside: addresses, buttons, emails. Only contract/ may be shared.",
    { path: "^e2e/" },
    { path: "^(server|web)/" },
  ),
  forbid(
    "testing-is-for-tests",
    "Product code never imports its test equipment.",
    { path: "^(contract|server|web)/", pathNot: tests },
    { path: ["^(server|web)/testing/", String.raw`\.test\.tsx?$`] },
  ),
  forbid(
    "aliases-between-folders",
    "Between features and layers write #contract/…, #server/…, #web/…; ./ is for a file's own folder.",
    { path: "^(server|web)/((?:features/)?[^/]+)/" },
    {
      path: "^(contract|server|web)/",
      pathNot: "^$1/$2/",
      dependencyTypesNot: ["aliased-subpath-import"],
    },
  ),

  // The server's layers and features.
  ...serverLayers
    .slice(0, -1)
    .map((layer, index) =>
      forbid(
        `server-order-${index + 1}`,
        "config, design, system, telemetry → db → access, documents, jobs, mail → http → features → deps, app, commands → process, main: take what you need as an argument.",
        { path: `^server/${layer}`, pathNot: tests },
        { path: `^server/(?:${serverLayers.slice(index + 1).join("|")})` },
      ),
    ),
  ...features
    .slice(0, -1)
    .map((feature, index) =>
      forbid(
        `feature-order-${feature}`,
        `A feature calls only those to its left: ${features.join(" · ")}.`,
        { path: `^server/features/${feature}/`, pathNot: tests },
        { path: `^server/features/(?:${features.slice(index + 1).join("|")})/` },
      ),
    ),
  forbid(
    "features-call-actions",
    "Of another feature only action files and queries: its routes, jobs and emails are private.",
    { path: "^server/features/([^/]+)/", pathNot: tests },
    {
      path: String.raw`^server/features/.+[/-](?:routes|jobs|emails)\.tsx?$`,
      pathNot: "^server/features/$1/",
    },
  ),

  // The web's layers.
  ...Object.entries(webLayers).map(([layer, allowed]) =>
    forbid(
      `web-order-${layer}`,
      `${layer}/ imports from ${allowed.join(", ")} alone: take the rest as a prop or an argument.`,
      { path: `^web/${layer}/`, pathNot: tests },
      { path: "^web/", pathNot: `^web/(?:${allowed.join("|")})/` },
    ),
  ),
  forbid(
    "web-features-apart",
    "Features don't know each other: a screen puts them together.",
    { path: "^web/features/([^/]+)/", pathNot: tests },
    { path: "^web/", pathNot: "^web/(?:ui|brand|client|question-types|features/$1)/" },
  ),
  forbid(
    "web-order-screens",
    "screens/ and shell/ are used by routes, never the other way.",
    { path: "^web/(?:screens|shell)/", pathNot: tests },
    { path: `^web/(?:[^/]+$|invitee/)` },
  ),
  forbid(
    "web-order-routes",
    "routes.tsx is used by main.tsx, never the other way.",
    { path: String.raw`^web/routes\.tsx$` },
    { path: String.raw`^web/(?:(?:main|pages)\.tsx|public-pages\.ts)$` },
  ),
  forbid(
    "web-order-invitee",
    "The invitee's page imports from client, ui, brand, question-types and features alone.",
    { path: String.raw`^web/(?:invitee/|public-pages\.ts$)`, pathNot: tests },
    { path: "^web/", pathNot: "^web/(?:ui|brand|client|question-types|features|invitee)/" },
  ),

  // What people wrote, and the keys that encrypt it.
  onlyIn(
    "ciphers-home",
    String.raw`^server/access/encryption/circle-cipher\.ts$`,
    "^server/access/",
    "Only server/access/ opens and encrypts what people wrote: ask it for a ReadableCircle, or for a function of its own.",
  ),
  onlyIn(
    "sealed-answers-home",
    String.raw`^server/access/encryption/sealed-answers\.ts$`,
    String.raw`^server/(?:access/|features/(?:feedback/(?:submit-feedback|receipts|release-answers)|circles/close-circle)\.ts$)`,
    "Only a submission seals an answer, and only a closing opens all of them: call closeOwnCircle or closeDueCircles. One opens for its author: call loadAuthoredReflections.",
  ),
  onlyIn(
    "key-work-home",
    String.raw`^server/access/encryption/rewrap-keys\.ts$`,
    String.raw`^server/(?:access/|deps\.ts$|commands/rotate-secret\.ts$)`,
    "Only the start of a process and npm run secret:rotate work on all keys at once.",
  ),

  ...packageHomes.map(([names, home]) =>
    onlyIn(
      `home-of-${names[0]}`,
      packages(...names),
      home,
      "Only one place knows this package (packageHomes in tools/check/import-rules.mjs): call what it offers.",
    ),
  ),
];

/** This rule is checked on folders, since none of the imports is wrong on its own. */
export const folderRule = {
  name: "no-folder-cycles",
  comment:
    "Sub-folders that need each other are one folder, or what both need belongs beside them, or into a folder of its own.",
};

/** Rules for a file's text, since SQL needs no import. */
export const textRules = [
  {
    name: "key-tables-home",
    comment:
      "Only server/access/ reads and deletes keys: without its key, what was encrypted with it is lost.",
    path: /^server\/(?!access\/|db\/|testing\/)(?!.*\.test\.tsx?$)/,
    text: /\b(?:circle|sealing)_keys\b/,
  },
];

/**
 * The files and folders that run-time rules are about. Only they and what they import are read for those rules, because
 * what a file imports at run time is known only once it has been compiled.
 */
export const runtimeRoots = [
  "contract/errors.ts",
  "contract/limits.ts",
  "contract/paths.ts",
  "contract/pages.ts",
  "contract/feedback/answers.ts",
  "web/invitee",
  "web/public-pages.ts",
  "server/heavy-thread.ts",
];

/**
 * Rules for run-time imports (not for type imports), each from some of the roots.
 *
 * @type {ReturnType<typeof forbid>[]}
 */
export const runtimeRules = [
  forbid(
    "heavy-thread-has-plain-data",
    "What runs in the thread for heavy work gets plain data: no database, no key, no setting.",
    { path: String.raw`^server/heavy-thread\.ts$` },
    { path: "^server/(?:db|access|config|jobs|mail|http)/", reachable: true },
  ),
  forbid(
    "light-contract-files",
    "The invitee's page carries these files: zod weighs 25 KB. Import its types only.",
    { path: String.raw`^contract/(?:errors|limits|paths|pages|feedback/answers)\.ts$` },
    { path: packages("zod"), reachable: true },
  ),
  forbid(
    "light-invitee",
    "The invitee's page is React and nothing else: import types only, or pass the value in.",
    { path: `^web/invitee/`, pathNot: tests },
    {
      path: packages(...ofTheApp),
      reachable: true,
    },
  ),
  forbid(
    "light-public-pages",
    "Landing and pricing carry a few lines of script: no React, no library.",
    { path: String.raw`^web/public-pages\.ts$` },
    {
      path: packages("react", "react-dom", ...ofTheApp),
      reachable: true,
    },
  ),
];
