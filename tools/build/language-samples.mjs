import { createServer } from "vite";
import { inviteeMessages } from "../../contract/messages/all.ts";
import { loadWebBuild } from "../../server/http/pages/web-build.ts";
import { inRoot } from "../run.mjs";
import { sampleView } from "./invitee-page.mjs";

/** @typedef {import("../../contract/languages.ts").Language} Language */

/**
 * A page or an email, by its state.
 * @typedef {{ name: string, html: string }} Sample
 */

const cards = /** @type {const} */ ([
  ...["missing", "invalid", "closed", "completed", "declined", "full", "turned_off"],
  "unavailable",
]);

/**
 * Every page that invitees can see, in each of its states. Needs `npm run build`.
 * @param {Language} language
 * @returns {Promise<Sample[]>}
 */
export async function renderSamplePages(language) {
  const { pages, assets } = await loadWebBuild(inRoot("dist"));
  const { page, later, forms } = inviteeMessages[language];
  /** @type {[string, string | Promise<string>][]} */
  const rendered = [];
  const add = (/** @type {string} */ name, /** @type {string | Promise<string>} */ html) =>
    rendered.push([name, html]);

  const shared = { insights: /** @type {const} */ ("local"), consented_processor: null };
  const written = { answers: { 1: "…", 6: 3 }, encouragement: "…", use_in_insights: true };
  const share = { circle_id: "sample", message: undefined };
  for (const isAnonymous of [false, true]) {
    const how = isAnonymous ? "anonymous" : "named";
    const circle = { ...sampleView.circle, is_anonymous: isAnonymous, language };
    const open = {
      ...{ kind: /** @type {const} */ ("open"), invite_token: "sample", submission_key: "sample" },
      ...{ ...shared, view: { ...sampleView, circle } },
    };
    add(`open, ${how}`, pages.feedback({ ...open, refused: undefined }, language, assets));
    const further = { ...open.view, is_further: true };
    further.circle = { ...circle, questions: circle.questions.slice(0, 1) };
    add(
      `further question, ${how}`,
      pages.feedback({ ...open, view: further, refused: undefined }, language, assets),
    );
    const refused = { ...written, message: later.errors.answers_none, about: undefined };
    add(`refused, ${how}`, pages.feedback({ ...open, refused }, language, assets));
    const openLink = {
      ...{ ...share, mode: /** @type {const} */ ("open"), first_name: "", language },
      ...{ title: circle.title, cover_image_url: null, is_anonymous: isAnonymous },
    };
    add(`open link, ${how}`, pages.shareLink(openLink, language, assets));
    const message = forms.firstNameMissing;
    add(`open link refused, ${how}`, pages.shareLink({ ...openLink, message }, language, assets));
  }
  for (const card of cards) {
    const model = {
      ...{ ...shared, kind: /** @type {const} */ ("card"), card, invite_token: "sample" },
      ...(card === "completed" && {
        ...{ takes_code: true, further: { address: "/invite?token=other", owner_name: "Maya" } },
      }),
    };
    add(card, pages.feedback(model, language, assets));
    if (card === "completed" || card === "closed")
      add(`${card}, unsent`, pages.feedback({ ...model, unsent: ["…"] }, language, assets));
  }
  const form = {
    ...written,
    invite_token: "sample",
    submission_key: "s",
    consented_processor: null,
  };
  const unsent = { kind: /** @type {const} */ ("unsent"), form, message: page.submitFailed };
  add("unsent", pages.feedback(unsent, language, assets));
  add("loading", pages.feedback({ ...shared, kind: "loading" }, language, assets));
  const receipt = {
    ...{ code: "word-word-word-word", owner_name: "Maya", deadline: sampleView.circle.deadline },
    ...{ progress: null, link: "https://paraline.example/invite?token=sample#word-word-word-word" },
  };
  add("thank you", pages.thankYou(undefined, language, assets));
  add("thank you with a receipt", pages.thankYou(receipt, language, assets));
  const stored = { questions: sampleView.circle.questions, ...written };
  const read = {
    ...{ ...shared, state: /** @type {const} */ ("read"), invite_token: "sample", code: "word" },
    ...{ stored, owner_name: "Maya", is_anonymous: false, is_further: false },
    ...{ isSaved: false, refused: undefined },
  };
  const answersNone = { ...written, message: later.errors.answers_none, about: undefined };
  /** @type {[string, import("../../contract/pages.ts").ReceiptPageModel][]} */
  const receiptPages = [
    ["written reflections", read],
    ["written reflections saved", { ...read, isSaved: true, is_anonymous: true }],
    ["written reflections refused", { ...read, refused: answersNone }],
    [
      "written reflections, wrong code",
      { state: "ask", invite_token: "sample", message: later.errors.receipt_wrong },
    ],
    [
      "written reflections, no more tries",
      { state: "ask", invite_token: "sample", message: later.errors.receipt_tries_exhausted },
    ],
    ["written reflections withdrawn", { state: "withdrawn", invite_token: "sample" }],
  ];
  for (const [name, model] of receiptPages) add(name, pages.receipt(model, language, assets));
  for (const [name, isAsked, message] of /** @type {const} */ ([
    ["share link", false, undefined],
    ["share link refused", false, forms.addressMalformed],
    ["share link asked", true, undefined],
  ])) {
    const model = { ...share, mode: /** @type {const} */ ("invited"), email: "", isAsked, message };
    add(name, pages.shareLink(model, language, assets));
  }
  for (const stopped of /** @type {const} */ (["none", "owner", "everyone", "invalid"])) {
    for (const isResubscribed of [false, true]) {
      const model = { token: "sample", stopped, owner_name: "Maya", isResubscribed };
      const name = `unsubscribe, ${stopped}${isResubscribed ? ", again" : ""}`;
      add(name, pages.unsubscribe(model, language, assets));
    }
  }
  return Promise.all(rendered.map(async ([name, html]) => ({ name, html: await html })));
}

/**
 * Every email to invitees.
 * @param {Language} language
 * @returns {Promise<Sample[]>}
 */
export async function renderSampleEmails(language) {
  // Node cannot import JSX.
  const vite = await createServer({
    ...{ configFile: false, root: inRoot(), appType: "custom", logLevel: "error" },
    server: { middlewareMode: true, ws: false },
  });
  try {
    const load = (/** @type {string} */ file) => vite.ssrLoadModule(`/${file}`);
    const invites = await load("server/features/invites/emails/emails.tsx");
    const decisions = await load("server/features/decisions/emails.tsx");
    const { circle, owner_name } = sampleView;
    const email = {
      ...{ language, owner_name, first_name: "Ana", title: circle.title },
      ...{ deadline: circle.deadline, questions_count: circle.questions.length },
      inviteUrl: "https://paraline.example/invite?token=sample",
      unsubscribeUrl: "https://paraline.example/unsubscribe?token=sample",
    };
    const parts = { heard: "…", decided: "…", thanks: "…" };
    const emails = [
      ...["invitation", "invitation_again", "reminder"].flatMap((occasion) =>
        [false, true].map((isAnonymous) => ({
          name: `${occasion}, ${isAnonymous ? "anonymous" : "named"}`,
          email: invites.composeInvitation({ ...email, occasion, is_anonymous: isAnonymous }),
        })),
      ),
      ...[false, true].flatMap((isReminder) =>
        [false, true].map((isAnonymous) => ({
          name: `further question${isReminder ? " again" : ""}, ${isAnonymous ? "anonymous" : "named"}`,
          email: invites.composeFurtherQuestion({
            ...{ ...email, question: circle.questions[0]?.label ?? "…" },
            ...{ isReminder, is_anonymous: isAnonymous },
          }),
        })),
      ),
      { name: "private link", email: invites.composePrivateLink(email) },
      { name: "closing letter", email: decisions.composeClosingLetter({ ...email, parts }) },
    ];
    return await Promise.all(
      emails.map(async ({ name, email }) => ({ name, html: (await email).html })),
    );
  } finally {
    await vite.close();
  }
}
