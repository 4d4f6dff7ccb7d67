// `languages.mjs add sv`, `check sv` and `sheet sv`: what docs/languages.md describes.
import { existsSync, readdirSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { sampleView } from "./build/invitee-page.mjs";
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
  const { inviteeMessages } = await import("../contract/messages/all.ts");
  const { loadWebBuild } = await import("../server/http/pages/web-build.ts");
  const { pages, assets } = await loadWebBuild(inRoot("dist"));
  /** @type {[string, string | Promise<string>][]} */
  const shown = [];
  const shared = { insights: /** @type {const} */ ("local"), consented_processor: null };
  const link = { circle_id: "", message: undefined };
  for (const isAnonymous of [false, true]) {
    const circle = { ...sampleView.circle, is_anonymous: isAnonymous, language };
    const opened = {
      kind: /** @type {const} */ ("open"),
      ...{ invite_token: "", submission_key: "", refused: undefined },
    };
    const view = { ...sampleView, circle };
    shown.push(["open", pages.feedback({ ...shared, ...opened, view }, language, assets)]);
    const { title, cover_image_url } = circle;
    const mode = /** @type {const} */ ("open");
    const model = {
      ...link,
      mode,
      title,
      cover_image_url,
      language,
      is_anonymous: isAnonymous,
      first_name: "",
    };
    shown.push(["open link", pages.shareLink(model, language, assets)]);
  }
  for (const card of inviteCards) {
    const model = { kind: /** @type {const} */ ("card"), card, invite_token: "", ...shared };
    shown.push([card, pages.feedback(model, language, assets)]);
  }
  shown.push(["loading", pages.feedback({ kind: "loading", ...shared }, language, assets)]);
  shown.push(["thank you", pages.thankYou(language, assets)]);
  for (const isAsked of [false, true]) {
    const invited = { mode: /** @type {const} */ ("invited"), email: "", isAsked };
    shown.push(["share link", pages.shareLink({ ...link, ...invited }, language, assets)]);
  }
  for (const stopped of /** @type {const} */ (["none", "owner", "everyone", "invalid"])) {
    const model = { token: "", stopped, owner_name: "Maya", isResubscribed: false };
    shown.push(["unsubscribe", pages.unsubscribe(model, language, assets)]);
  }
  const form = {
    ...{ invite_token: "", submission_key: "", answers: { 1: "…" }, encouragement: "…" },
    ...{ use_in_insights: true, consented_processor: null },
  };
  const { submitFailed } = inviteeMessages[language].page;
  shown.push([
    "unsent",
    pages.feedback({ kind: "unsent", form, message: submitFailed }, language, assets),
  ]);
  shown.push(...(await renderEmails(language)));
  const frames = await Promise.all(
    shown.map(async ([name, html]) => {
      const content = (await html).replaceAll("&", "&amp;").replaceAll('"', "&quot;");
      return `<figure><figcaption>${name}</figcaption><iframe srcdoc="${content}"></iframe></figure>`;
    }),
  );
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

const inviteCards = /** @type {const} */ ([
  "missing",
  "invalid",
  "closed",
  "completed",
  "declined",
  "full",
  "turned_off",
  "unavailable",
]);

/**
 * @param {import("../contract/languages.ts").Language} language
 * @returns {Promise<[string, string][]>}
 */
async function renderEmails(language) {
  const { createServer } = await import("vite");
  const vite = await createServer({
    configFile: false,
    root: inRoot(),
    appType: "custom",
    logLevel: "error",
    server: { middlewareMode: true, ws: false },
  });
  const load = (/** @type {string} */ file) => vite.ssrLoadModule(`/${file}`);
  const { composeInvitation, composePrivateLink } = await load(
    "server/features/invites/emails/emails.tsx",
  );
  const { composeClosingLetter } = await load("server/features/decisions/emails.tsx");
  const { circle, owner_name } = sampleView;
  const mail = {
    language,
    owner_name,
    first_name: "Ana",
    title: circle.title,
    deadline: circle.deadline,
    questions_count: circle.questions.length,
    inviteUrl: "https://paraline.example/invite?token=sample",
    unsubscribeUrl: "https://paraline.example/unsubscribe?token=sample",
  };
  /** @type {[string, string][]} */
  const emails = [];
  for (const isAnonymous of [false, true]) {
    for (const occasion of ["invitation", "invitation_again", "reminder"]) {
      emails.push([
        occasion,
        (await composeInvitation({ ...mail, is_anonymous: isAnonymous, occasion })).html,
      ]);
    }
  }
  emails.push(["private link", (await composePrivateLink(mail)).html]);
  const parts = { heard: "…", decided: "…", thanks: "…" };
  emails.push(["closing letter", (await composeClosingLetter({ ...mail, parts })).html]);
  await vite.close();
  return emails;
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
