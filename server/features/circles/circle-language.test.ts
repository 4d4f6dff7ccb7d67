import { beforeEach, expect, it } from "vitest";
import { listCircles } from "#contract/circles/circles.ts";
import { inviteTokenHeader } from "#contract/endpoint.ts";
import { exportResultsData } from "#contract/exports.ts";
import { readOpenInvite } from "#contract/feedback/feedback.ts";
import { readShareLink } from "#contract/invites/invites.ts";
import { type Language, languages } from "#contract/languages.ts";
import { findInvite } from "#server/access/open-invite.ts";
import { findShareLink } from "#server/access/open-share-link.ts";
import { useTestApp } from "#server/testing/app.ts";
import type { TestOwner } from "#server/testing/owners.ts";
import { circleDraft } from "#server/testing/test-circles.ts";

const app = useTestApp();
const { create, createInvited, read, edit, copy, close, person, answer, decline } = app.circles;

let owner: TestOwner;

beforeEach(async () => {
  owner = await app.createOwner();
});

const readLanguage = async (id: string) => (await read(owner, id)).language;

it.each(languages)("the server stores %s, reads it, changes it and copies it", async (language) => {
  const id = await create(owner, { language });
  expect(await readLanguage(id)).toBe(language);
  const { circles } = await app.call(owner, listCircles, {});
  expect(circles.map((circle) => circle.language)).toEqual([language]);
  expect((await copy(owner, id)).language).toBe(language);
  expect((await copy(owner, id, { with_people: true })).language).toBe(language);

  const other: Language = language === "ar" ? "pt-BR" : "ar";
  expect((await edit(owner, id, { language: other })).status).toBe(200);
  expect(await readLanguage(id)).toBe(other);
  // An edit that names no language leaves it unchanged.
  expect((await edit(owner, id, { title: "Another title" })).status).toBe(200);
  expect(await readLanguage(id)).toBe(other);
});

it("the language is English where a creation names none, and refuses what is not supported", async () => {
  expect(await readLanguage(await create(owner))).toBe("en");
  for (const language of ["xx", "de-AT", "", null]) {
    const response = await app.as(owner, "POST", "/api/circles", circleDraft({ language }));
    expect(response.status).toBe(400);
  }
  const id = await create(owner);
  expect((await edit(owner, id, { language: "xx" })).status).toBe(400);
});

it("the language is part of what a repeated creation has to repeat", async () => {
  const draft = circleDraft({ language: "de" });
  const post = (body: object) => app.as(owner, "POST", "/api/circles", body);
  expect((await post(draft)).status).toBe(201);
  expect((await post(draft)).status).toBe(201);
  expect((await post({ ...draft, language: "fr" })).status).toBe(409);
});

it("the language stays as invitees read it once an anonymous paraline is fixed, and can change in a named one", async () => {
  const anonymous = await createInvited(owner, { is_anonymous: true, language: "de" });
  const refused = await edit(owner, anonymous, { language: "fr" });
  expect(await refused.json()).toMatchObject({ code: "circle_fixed", path: ["language"] });
  expect((await edit(owner, anonymous)).status).toBe(200);
  expect(await readLanguage(anonymous)).toBe("de");

  const named = await createInvited(owner, {
    language: "de",
    invites: [{ first_name: "Dan", email: "dan@paraline.example" }],
  });
  expect((await edit(owner, named, { language: "fr" })).status).toBe(200);
});

it("the language is known to the page of a private link in every state, and to no unknown link", async () => {
  const id = await createInvited(owner, { language: "ja" });
  const tokens = await Promise.all(
    ["ana", "ben", "cleo"].map(async (name) => (await person(id, name)).invite_token),
  );
  const [ana = "", ben = "", cleo = ""] = tokens;
  const look = async (token: string) => {
    const found = await findInvite(app.deps, token, app.clock.now());
    return [found.state, "invite" in found ? found.invite.circle.language : undefined];
  };
  const view = await app.request("/api/feedback", { headers: { [inviteTokenHeader]: ana } });
  expect(readOpenInvite.output.parse(await view.json()).circle.language).toBe("ja");
  expect((await answer(ben)).status).toBe(201);
  expect((await decline(cleo)).status).toBe(200);
  expect(await Promise.all(tokens.map(look))).toEqual([
    ["open", "ja"],
    ["completed", "ja"],
    ["declined", "ja"],
  ]);
  await close(owner, id);
  expect(await look(ana)).toEqual(["closed", "ja"]);
  expect(await look("x".repeat(43))).toEqual(["invalid", undefined]);
});

it("the language is known to the page of an open share link, and hidden where strangers may know nothing of the paraline", async () => {
  const id = await create(owner, { language: "tr" });
  const link = async () =>
    readShareLink.output.parse(await (await app.request(`/api/share-link/${id}`)).json());
  expect(await link()).toEqual({ mode: "invited" });
  await app.as(owner, "PUT", `/api/circles/${id}/open-link`, { open: true });
  expect(await link()).toMatchObject({ mode: "open", language: "tr" });
  await close(owner, id);
  expect(await findShareLink(app.db, id, app.clock.now())).toEqual({
    mode: "closed",
    language: "tr",
  });
});

it("the language is in the file of results", async () => {
  const id = await createInvited(owner, { language: "pl" });
  const { path } = exportResultsData;
  const file = await app.as(owner, "GET", path.replace(":id", id));
  expect(await file.json()).toMatchObject({ circle: { language: "pl" } });
});
