import { describe, expect, it } from "vitest";
import { findTextDirection, type Language, languages } from "#contract/languages.ts";
import {
  composeFurtherQuestion,
  composeInvitation,
  composePrivateLink,
} from "#server/features/invites/emails/emails.tsx";
import type { RenderedEmail } from "#server/mail/render-email.ts";
import { composeClosingLetter } from "./emails.tsx";

const person = {
  first_name: "Zoë",
  title: "Quartett?",
  inviteUrl: "http://localhost:3000/invite?token=0123",
  unsubscribeUrl: "http://localhost:3000/unsubscribe?token=abc",
};
const parts = { heard: "H-1", decided: "D-2", thanks: "T-3" };

const emails: Record<
  string,
  (language: Language, ownerName: string | null) => Promise<RenderedEmail>
> = {};
for (const occasion of ["invitation", "invitation_again", "reminder"] as const) {
  for (const isAnonymous of [false, true]) {
    emails[`${occasion}, ${isAnonymous ? "anonymous" : "named"}`] = (language, ownerName) =>
      composeInvitation({
        ...person,
        ...{ language, owner_name: ownerName, occasion, is_anonymous: isAnonymous },
        deadline: "2026-12-05",
        questions_count: 4,
      });
  }
}
for (const isReminder of [false, true]) {
  for (const isAnonymous of [false, true]) {
    const name = `further question${isReminder ? " again" : ""}`;
    emails[`${name}, ${isAnonymous ? "anonymous" : "named"}`] = (language, ownerName) =>
      composeFurtherQuestion({
        ...person,
        ...{ language, owner_name: ownerName, is_anonymous: isAnonymous, isReminder },
        question: "Quartett?",
        deadline: "2026-12-05",
      });
  }
}
emails.private_link = (language, ownerName) =>
  composePrivateLink({ ...person, language, owner_name: ownerName });
emails.closing_letter = (language, ownerName) =>
  composeClosingLetter({ ...person, language, owner_name: ownerName, parts });

/** What people see of an email, in lines. */
const listEmailLines = ({ subject, html, text }: RenderedEmail) => [
  subject,
  /data-skip-in-text="true"[^>]*>([^<]+)/.exec(html)?.[1]?.replaceAll(/\s|\u200c/g, " ") ?? "",
  ...text.split("\n"),
];

/** What an email says in every language: what people wrote, addresses, and numbers. */
const isLanguageless = (line: string) =>
  !/\p{L}{2}/u.test(line.replaceAll(/Zoë|Quartett|http\S+/g, ""));

/** English words that the emails in other languages never use. */
const englishWords =
  /\b(?:the|you|your|this|and|with|would|wrote|asked|answer|about|until|who|what|link to|please|dear|someone|perspective|unsubscribe|thank|paraline)\b/i;

describe.each(Object.entries(emails))("%s", (_, compose) => {
  it.each(languages)("in %s is whole, in its language and direction", async (language) => {
    for (const owner of ["Maya Okafor", null]) {
      const mail = await compose(language, owner);
      expect(mail.html).toContain(`<html lang="${language}" dir="${findTextDirection(language)}">`);
      const lines = listEmailLines(mail);
      expect(lines[1]?.trim()).not.toBe("");
      const said = lines.join("\n");
      expect(said).not.toMatch(/\bundefined\b|\bnull\b|\[object|\$\{/);
      expect(mail.text).toContain(person.unsubscribeUrl);
      expect(mail.text).toContain("Zoë");
      expect(said.includes("Maya Okafor")).toBe(owner !== null);
      if (language === "en") continue;
      const english = new Set(listEmailLines(await compose("en", owner)));
      const same = lines.filter((line) => english.has(line) && !isLanguageless(line));
      expect(same).toEqual([]);
      expect(said.replaceAll(/http\S+/g, "")).not.toMatch(englishWords);
    }
  });
});

it.each([
  ["en", "Dec 05, 2026", "3-5"],
  ["de", "5. Dezember 2026", "3–5"],
  ["es", "5 de diciembre de 2026", "3-5"],
  ["fr", "5 décembre 2026", "3 à 5"],
  ["pt-BR", "5 de dezembro de 2026", "3 a 5"],
  ["it", "5 dicembre 2026", "3-5"],
  ["nl", "5 december 2026", "3 tot 5"],
  ["pl", "5 grudnia 2026", "3–5"],
  ["tr", "5 Aralık 2026", "3–5"],
  ["ja", "2026年12月5日", "3～5"],
  ["ar", "5 ديسمبر 2026", "3–5"],
] as const)("%s writes days and ranges its own way", async (language, day, minutes) => {
  const { text } = (await emails["invitation, named"]?.(language, "Maya")) ?? { text: "" };
  expect(text).toContain(day);
  expect(text.replaceAll("\u200f", "")).toContain(minutes);
});

it("in Arabic, names are units of their own, so that they do not turn the sentence around", async () => {
  const mail = await emails["reminder, named"]?.("ar", "Maya Okafor");
  expect(mail?.text).toContain("\u2068Maya Okafor\u2069");
  expect(mail?.text).toContain("\u2068Zoë\u2069");
  expect(mail?.html).toContain('lang="ar" dir="rtl"');
  expect(mail?.html).toContain("padding-right:24px");
});
