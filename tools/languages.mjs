// `languages.mjs add sv`, `check sv` and `sheet sv`: what docs/languages.md describes.
import { existsSync, readdirSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { inRoot } from "./run.mjs";

const createFolderPath = (/** @type {string} */ language) =>
  inRoot("contract/messages", language.toLowerCase());
const parts = readdirSync(createFolderPath("en"));

/**
 * Copies the English files. Their types make the compiler name what is missing.
 * @param {string} language
 */
async function add(language) {
  if (existsSync(createFolderPath(language)))
    throw new Error(`${createFolderPath(language)} exists already.`);
  await mkdir(createFolderPath(language));
  for (const file of parts) {
    const english = await readFile(`${createFolderPath("en")}/${file}`, "utf8");
    await writeFile(
      `${createFolderPath(language)}/${file}`,
      english.replaceAll('"en-US"', `"${language}"`).replaceAll('"en"', `"${language}"`),
    );
  }
  console.log(
    `Now translate contract/messages/${language.toLowerCase()}/, and go on with step 2 of docs/languages.md.`,
  );
}

/**
 * Lists the texts that are the same as in English.
 * @param {string} language
 */
async function check(language) {
  const { listEnglishTexts } = await import("../contract/messages/list-texts.ts");
  /** @param {string} of @param {string} file */
  const load = async (of, file) => import(pathToFileURL(`${createFolderPath(of)}/${file}`).href);
  const same = [];
  for (const file of parts) {
    const texts = listEnglishTexts(await load(language, file), await load("en", file));
    same.push(...texts.map((name) => `${file}: ${name}`));
  }
  console.log(same.length === 0 ? "Nothing is in English." : same.join("\n"));
}

/**
 * Writes every page and email in a language side by side, into one file that a browser shows. Needs `npm run build`.
 * @param {string} tag
 */
async function sheet(tag) {
  const { findLanguage } = await import("../contract/languages.ts");
  const language = findLanguage([tag]);
  if (language === undefined) throw new Error(`contract/languages.ts has no ${tag}.`);
  const { renderSampleEmails, renderSamplePages } = await import("./build/language-samples.mjs");
  const shown = [...(await renderSamplePages(language)), ...(await renderSampleEmails(language))];
  const frames = shown.map(({ name, html }) => {
    const content = html.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
    return `<figure><figcaption>${name}</figcaption><iframe srcdoc="${content}"></iframe></figure>`;
  });
  const style =
    "body{display:flex;flex-wrap:wrap;gap:1rem;font:1rem sans-serif}figure{margin:0}iframe{width:390px;height:844px}";
  await mkdir(inRoot(".cache/languages"), { recursive: true });
  const file = inRoot(".cache/languages", `${language}.html`);
  await writeFile(
    file,
    `<!doctype html><meta charset="utf-8"><style>${style}</style>${frames.join("")}`,
  );
  console.log(file);
}

const [command = "", language = ""] = process.argv.slice(2);
const run = { add, check, sheet }[command];
if (run === undefined || language === "") {
  console.error("Usage: npm run languages -- add|check|sheet LANGUAGE");
  process.exitCode = 2;
} else {
  try {
    await run(language);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
