import { readFile } from "node:fs/promises";
import path from "node:path";

/**
 * What the bundle check knows about the invitee's page.
 *
 * @typedef {{ file: string, css?: string[], imports?: string[], dynamicImports?: string[] }} Chunk
 * @typedef {Record<string, Chunk>} Manifest
 */

/** The page's script. The manifest has it once for each language. */
export const inviteeEntry = "invitee/main.tsx";

/** @param {string} language */
export const inviteeEntryIn = (language) =>
  language === "en" ? inviteeEntry : `${inviteeEntry}?lang=${language}`;

/**
 * The chunk of a source and the chunks it imports, itself first.
 * @param {Manifest} manifest
 * @param {string} source
 * @param {boolean} [later] include dynamic imports
 * @returns {Chunk[]}
 */
export function listReachableScripts(manifest, source, later = false) {
  /** @type {Map<string, Chunk>} */
  const found = new Map();
  const visit = (/** @type {string} */ key) => {
    const chunk = manifest[key];
    if (chunk === undefined || found.has(key)) return;
    found.set(key, chunk);
    for (const next of [...(chunk.imports ?? []), ...((later && chunk.dynamicImports) || [])]) {
      visit(next);
    }
  };
  visit(source);
  // A stylesheet loaded later has an entry of its own, but is not a script.
  return [...found.values()].filter((chunk) => chunk.file.endsWith(".js"));
}

/**
 * The files of an entry, and how a page references them.
 * @param {string} web the folder of the web build
 * @param {Manifest} manifest
 * @param {string} source
 */
export async function listAssets(web, manifest, source) {
  const chunks = listReachableScripts(manifest, source);
  const scripts = chunks.map((chunk) => chunk.file);
  const styles = [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))];
  const css = await Promise.all(styles.map((file) => readFile(path.join(web, file), "utf8")));
  const [entry, ...imported] = scripts.map((file) => `/${file}`);
  return {
    scripts,
    styles,
    css: css.join("").trim(),
    assets: {
      scripts: entry === undefined ? [] : [entry],
      preloads: imported,
      stylesheets: styles.map((file) => `/${file}`),
      inlineCss: "",
    },
  };
}

/**
 * A circle of the usual size: six questions, a description, one rating.
 * @type {import("../../contract/feedback/feedback.ts").OpenInviteView}
 */
export const sampleView = {
  circle: {
    title: "Should I move abroad?",
    description:
      "I have an offer from a company in another country and two months to decide. You know how I work and what I care about, so I would like to hear what you see that I may not.",
    what_they_ask: "Honest, concrete observations rather than advice.",
    is_anonymous: false,
    language: "en",
    deadline: "2026-12-24",
    cover_image_url: null,
    questions: [
      { id: 1, type: "textarea", label: "When have you seen me most alive in what I do?" },
      { id: 2, type: "textarea", label: "What do you think I am really looking for?" },
      { id: 3, type: "textarea", label: "What strengths of mine would help me most here?" },
      { id: 4, type: "textarea", label: "What worries you when you imagine me doing this?" },
      { id: 5, type: "textarea", label: "What might I be avoiding or not seeing?" },
      { id: 6, type: "rating", label: "How well does this fit me, as you know me?" },
    ],
  },
  is_further: false,
  owner_name: "Alexandra",
  people_count: 5,
};

/** @type {import("../../contract/pages.ts").FeedbackPageModel} */
export const samplePage = {
  kind: "open",
  invite_token: "k3Jd8sLq0ZpXv7Ym2RtB5nWcH1aEoU9f",
  submission_key: "5f1c7a52-6f0e-4d0b-9a53-0d4c8f9f7e21",
  insights: "local",
  consented_processor: "here",
  refused: undefined,
  view: sampleView,
};
