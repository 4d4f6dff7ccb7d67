// `languages.mjs add sv`, `check sv` and `sheet sv`: what docs/languages.md describes.
import { existsSync, readdirSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { inRoot } from "./run.mjs";

const folderOf = (/** @type {string} */ language) =>
  inRoot("contract/messages", language.toLowerCase());
const parts = readdirSync(folderOf("en"));

/**
 * Copies the English files. Their types make the compiler name what is missing.
 * @param {string} language
 */
async function add(language) {
  if (existsSync(folderOf(language))) throw new Error(`${folderOf(language)} exists already.`);
  await mkdir(folderOf(language));
  for (const file of parts) {
    const english = await readFile(`${folderOf("en")}/${file}`, "utf8");
    await writeFile(
      `${folderOf(language)}/${file}`,
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
  /** @param {string} of @param {string} file */
  const load = async (of, file) => import(pathToFileURL(`${folderOf(of)}/${file}`).href);
  const same = [];
  for (const file of parts) {
    const english = listTexts(await load("en", file));
    const texts = listTexts(await load(language, file));
    for (const [name, text] of texts) {
      if (/\p{L}{2}/u.test(text) && english.get(name) === text)
        same.push(`${file} ${name}: ${text}`);
    }
  }
  console.log(same.length === 0 ? "Nothing is in English." : same.join("\n"));
}

/**
 * Every text by its path. A sentence with values is compared by its code.
 * @param {object} catalogue
 * @returns {Map<string, string>}
 */
function listTexts(catalogue, path = "") {
  return new Map(
    Object.entries(catalogue).flatMap(([key, text]) =>
      typeof text === "object" && text !== null
        ? [...listTexts(text, `${path}${key}.`)]
        : [[`${path}${key}`, String(text)]],
    ),
  );
}
