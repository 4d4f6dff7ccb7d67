import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { forEachLanguage, languages } from "../../contract/languages.ts";
import { inRoot } from "../run.mjs";
import { inviteeEntryIn, listAssets, listReachableScripts, samplePage } from "./invitee-page.mjs";

/**
 * What the built pages weigh, compared with tools/build/invitee-budget.json, and what they must not contain.
 *
 * @typedef {{ name: string, problems: string[] }} Finding
 * @typedef {{ gzip: number, brotli: number }} Weight
 */

const web = inRoot("dist/web");

/** Packages that the invitee's and the public pages must not load, not even later; nor another language's texts. */
const forbidden = {
  ...Object.fromEntries(
    languages.map((language) => [
      inviteeEntryIn(language),
      new RegExp(
        "(?:^|/)node_modules/(?:react-router|@tanstack|zod|@supabase|sonner|react-hook-form|@hookform)(?:/|-)" +
          // The English modules of another language only pass its texts on.
          `|^contract/messages/(?!(?:${language}|en)/)[a-z-]+/`,
        "i",
      ),
    ]),
  ),
  "public-pages.ts":
    /(?:^|\/)node_modules\/(?:react|react-dom|react-router|@tanstack|zod|@supabase|sonner|react-hook-form|@hookform)(?:\/|-)/,
};

/** @returns {Promise<Finding[]>} */
export async function checkBundle() {
  const budget = readJson(inRoot("tools/build/invitee-budget.json"));
  /** @type {import("./invitee-page.mjs").Manifest} */
  const manifest = readJson(`${web}/.vite/manifest.json`);
  /** @type {Record<string, { modules: string[] }>} */
  const recorded = readJson(`${web}/.vite/modules.json`);
  /** @type {{ pages: import("../../contract/pages.ts").Pages }} */
  const { pages } = await import(pathToFileURL(inRoot("dist/pages/pages.js")).href);

  /** @type {Finding[]} */
  const findings = [];
  for (const [entry, pattern] of Object.entries(forbidden)) {
    const chunks = listReachableScripts(manifest, entry, true);
    const carried = chunks.flatMap((chunk) => {
      const modules = recorded[chunk.file]?.modules;
      if (modules === undefined) return [`${chunk.file}: nobody knows what it is made of`];
      return modules.filter((module) => pattern.test(module));
    });
    findings.push({
      name: `web/${entry} carries no forbidden package or text`,
      problems:
        chunks.length === 0 ? [`the manifest has no ${entry}`] : [...new Set(carried)].slice(0, 10),
    });
  }

  const publicPages = await listAssets(web, manifest, "public-pages.ts");
  const invitee =
    /** @type {Record<import("../../contract/languages.ts").Language, Awaited<ReturnType<typeof listAssets>>>} */ ({});
  for (const language of languages) {
    invitee[language] = await listAssets(web, manifest, inviteeEntryIn(language));
  }
  const assets = {
    invitee: forEachLanguage((language) => {
      const { assets: entry, css } = invitee[language];
      return { ...entry, stylesheets: [], inlineCss: css };
    }),
    publicPages: publicPages.assets,
    fonts: [],
    linkPicture: "https://paraline.example/assets/link-picture-01234567.png",
  };

  for (const language of languages) {
    const { scripts, css } = invitee[language];
    // Other languages are longer, and other scripts take up to three bytes a character.
    const more = language === "en" ? 0 : budget.invitee.more_in_other_languages;
    const document = weigh(await pages.feedback(samplePage, language, assets));
    const script = sum(await Promise.all(scripts.map(weighFile)));
    findings.push({
      name: `the invitee's page (${language}): ${kilobytes(document)} document, ${kilobytes(script)} script, ${1 + scripts.length} requests`,
      problems: [
        ...over("script", script.gzip, budget.invitee.gzip_bytes.script + more),
        ...over("document", document.gzip, budget.invitee.gzip_bytes.document + more),
        ...over("total", document.gzip + script.gzip, budget.invitee.gzip_bytes.total + more),
        ...(1 + scripts.length > budget.invitee.requests
          ? [`more than ${budget.invitee.requests} requests to the first question`]
          : []),
        ...(/url\([^)]*\.woff2?/.test(css) ? ["its stylesheet has a font file"] : []),
      ],
    });
  }

  for (const [name, html] of Object.entries({
    landing: await pages.landing(assets),
    pricing: await pages.pricing(
      { billing: "off", insights: "local", addsTax: false, refundTerms: null },
      assets,
    ),
  })) {
    const weight = sum([
      weigh(html),
      ...(await Promise.all([...publicPages.scripts, ...publicPages.styles].map(weighFile))),
    ]);
    findings.push({
      name: `${name}: ${kilobytes(weight)} of HTML, CSS and script`,
      problems: over("total", weight.gzip, budget.public_pages.gzip_bytes.total),
    });
  }

  const firstView = [
    ...listReachableScripts(manifest, "index.html"),
    ...listReachableScripts(manifest, "screens/dashboard.tsx"),
  ];
  const ownerScripts = [...new Set(firstView.map((chunk) => chunk.file))];
  const owner = sum(await Promise.all(ownerScripts.map(weighFile)));
  findings.push({
    name: `the first view of /circles: ${kilobytes(owner)} script`,
    problems: [
      ...(manifest["screens/dashboard.tsx"]
        ? []
        : ["web/screens/dashboard.tsx is no chunk of its own: is it loaded lazily?"]),
      ...over("script", owner.gzip, budget.owner_first_view.gzip_bytes.script),
      ...ownerScripts
        .flatMap((file) => recorded[file]?.modules ?? [])
        .filter((module) => module.startsWith("contract/example/"))
        .map((module) => `${module} is for /example alone`),
    ],
  });
  return findings;
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** @param {string} file */
async function weighFile(file) {
  return weigh(await readFile(`${web}/${file}`));
}

/**
 * @param {string | Buffer} content
 * @returns {Weight}
 */
function weigh(content) {
  return { gzip: gzipSync(content).length, brotli: brotliCompressSync(content).length };
}

/** @param {Weight[]} weights */
function sum(weights) {
  return weights.reduce(
    (total, { gzip, brotli }) => ({ gzip: total.gzip + gzip, brotli: total.brotli + brotli }),
    { gzip: 0, brotli: 0 },
  );
}

/** @param {Weight} weight */
function kilobytes({ gzip, brotli }) {
  return `${(gzip / 1000).toFixed(1)} KB gzip (${(brotli / 1000).toFixed(1)} brotli)`;
}

/**
 * @param {string} what
 * @param {number} bytes
 * @param {number} budget
 */
function over(what, bytes, budget) {
  return bytes > budget ? [`${what}: ${bytes} bytes, the budget is ${budget}`] : [];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { name, problems } of await checkBundle()) {
    console.log(`${problems.length === 0 ? "ok    " : "FAILED"} ${name}`);
    for (const problem of problems) console.log(`         ${problem}`);
    if (problems.length > 0) process.exitCode = 1;
  }
}
