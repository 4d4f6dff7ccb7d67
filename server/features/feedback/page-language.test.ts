import { expect, it } from "vitest";
import type { Language } from "#contract/languages.ts";
import { inviteeMessages } from "#contract/messages/all.ts";
import { formFields } from "#contract/pages.ts";
import { useTestApp } from "#server/testing/app.ts";

const app = useTestApp();
const { create, createInvited, person, close } = app.circles;

const german = { headers: { "accept-language": "tlh, en;q=0.1, de-CH;q=0.8" } };

/** The language of a page, and whether it says what is expected. */
async function look(response: Response | Promise<Response>, says: string) {
  const html = await (await response).text();
  const [, language] = /<html lang="([^"]*)"/.exec(html) ?? [];
  return { language, says: html.replaceAll("&#x27;", "'").includes(says) };
}

const shown = (language: Language) => ({ language, says: true });

it("a private link is in its paraline's language, whatever the browser's is, and in another by its address", async () => {
  const owner = await app.createOwner();
  const id = await createInvited(owner, { language: "ja" });
  const { invite_token } = await person(id, "ana");
  const link = `/invite?token=${invite_token}`;
  const { ja, en, pl } = inviteeMessages;
  expect(await look(app.request(link, german), ja.page.whoReads)).toEqual(shown("ja"));
  expect(await look(app.request(`${link}&lang=pl`), pl.page.whoReads)).toEqual(shown("pl"));
  expect(await look(app.request(`${link}&lang=xx`), ja.page.whoReads)).toEqual(shown("ja"));

  const form = { [formFields.invite_token]: invite_token };
  const none = await app.postForm("/feedback", form);
  expect(await look(none, ja.later.errors.answers_none)).toEqual(shown("ja"));
  const inEnglish = await app.postForm("/feedback", { ...form, lang: "en" });
  expect(await look(inEnglish, en.later.errors.answers_none)).toEqual(shown("en"));
  const declined = await app.postForm("/feedback", { ...form, lang: "en", action: "decline" });
  expect(declined.headers.get("location")).toBe(`${link}&lang=en`);
  const reopened = await app.postForm("/feedback", { ...form, action: "reopen" });
  expect(reopened.headers.get("location")).toBe(link);

  await close(owner, id);
  expect(await look(app.request(link), ja.later.errors.circle_closed)).toEqual(shown("ja"));
});

it("what is known about no paraline is in the browser's language", async () => {
  const { de } = inviteeMessages;
  const unknown = app.request("/invite?token=AAAAAAAAAAAAAAAAAAAAAA", german);
  expect(await look(unknown, de.later.errors.invite_invalid)).toEqual(shown("de"));
  const unsubscribing = app.request("/unsubscribe?token=none", german);
  expect(await look(unsubscribing, de.forms.unsubscribeInvalid)).toEqual(shown("de"));
});

it("the share link's page tells nothing of a paraline by its language, unless it is open to anyone", async () => {
  const owner = await app.createOwner();
  const id = await create(owner, { language: "ja" });
  const page = (of: string) => app.request(`/feedback?circle=${of}`, german);
  const { de, ja } = inviteeMessages;
  for (const of of [id, crypto.randomUUID()]) {
    expect(await look(page(of), de.forms.wereYouInvited)).toEqual(shown("de"));
  }
  const refused = app.postForm(`/feedback?circle=${id}`, {
    action: "ask",
    email: "ana@",
    lang: "de",
  });
  expect(await look(refused, de.forms.addressMalformed)).toEqual(shown("de"));
  await app.as(owner, "PUT", `/api/circles/${id}/open-link`, { open: true });
  expect(await look(page(id), ja.forms.start)).toEqual(shown("ja"));
  const joined = await app.postForm(`/feedback?circle=${id}`, {
    action: "join",
    first_name: "Dan",
    lang: "en",
  });
  expect(joined.headers.get("location")).toMatch(/^\/invite\?token=[^&]+&lang=en$/);
  await close(owner, id);
  expect(await look(page(id), ja.later.errors.circle_closed)).toEqual(shown("ja"));
});

it("an address without a link is in the language that it names, or else in English", async () => {
  const { en, it: italian } = inviteeMessages;
  expect(await look(app.request("/thank-you?lang=it"), italian.later.thanks)).toEqual(shown("it"));
  expect(await look(app.request("/thank-you", german), en.later.thanks)).toEqual(shown("en"));
  expect(await look(app.request("/feedback?lang=it"), italian.page.loading)).toEqual(shown("it"));
});

it("a rating without captions of its own has default captions in the paraline's language", async () => {
  const questions = [{ label: "?", type: "rating" as const }];
  const id = await createInvited(await app.createOwner(), { language: "de", questions });
  const { invite_token } = await person(id, "ana");
  const [, low] = inviteeMessages.de.templates.fit;
  expect(await look(app.request(`/invite?token=${invite_token}`), low)).toEqual(shown("de"));
});
