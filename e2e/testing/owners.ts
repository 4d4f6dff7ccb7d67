import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { expect } from "@playwright/test";
import type { updateAccount } from "#contract/account.ts";
import type { Circle, createCircle } from "#contract/circles/circles.ts";
import type { QuestionDraft } from "#contract/circles/questions.ts";
import { type EndpointOutput, inviteTokenHeader, type JsonEndpoint } from "#contract/endpoint.ts";
import type { Receipt, readResults, submitFeedback } from "#contract/feedback/feedback.ts";
import type { skipOwnAnswers } from "#contract/feedback/own-answers.ts";
import type { Language } from "#contract/languages.ts";
import type { PrivateTexts } from "./private-texts.ts";
import type { Product } from "./product.ts";

/** Creates the owners, circles and people of a journey through the product's own API, as its pages do. */

export interface Owner {
  email: string;
  password: string;
  user_id: string;
  /** The session as the auth library stores it in the browser. */
  session: { access_token: string; refresh_token: string; user: { id: string } };
}

interface Person {
  name: string;
  email: string;
}

export interface Invitee extends Person {
  /** The private link as it was emailed. */
  link: string;
  token: string;
}

export interface Email {
  kind: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  links: string[];
}

export type PersonInput = string | Person;
export type DefaultPeople = readonly ["Ana", "Ben", "Cleo"];

/** As many invitees as were wanted. */
export type Invitees<People extends readonly PersonInput[]> = {
  -readonly [index in keyof People]: Invitee;
};

export interface CircleInput<People extends readonly PersonInput[] = readonly PersonInput[]> {
  title?: string;
  description?: string;
  what_they_ask?: string;
  is_anonymous?: boolean;
  language?: Language;
  deadline?: string;
  questions?: QuestionDraft[];
  /** Whether the owner is still offered to answer before reading. Most journeys have skipped that. */
  isOfferOpen?: boolean;
  /** First names, for whom addresses are made up, or people of another circle. */
  people?: People;
}

export interface Profile {
  /** Empty if the profile has no name. */
  name?: string;
  time_zone?: string;
}

/** Two texts and a rating between them: every question type in the shortest flow. */
const threeQuestions: QuestionDraft[] = [
  { label: "When have you seen me most alive?", type: "textarea" },
  { label: "How well does this fit me?", type: "rating" },
  { label: "What would you do in my place?", type: "textarea" },
];

/** An address that no one else in the run has. */
export function newAddress(name: string): string {
  return `${name.toLowerCase()}.${randomUUID().slice(0, 8)}@example.com`;
}

export type Api = ReturnType<typeof createApi>;

/** @param privateTexts gets what is sent, and to whom emails are sent */
export function createApi(
  { url, outbox }: Pick<Product, "url" | "outbox">,
  privateTexts: Pick<PrivateTexts, "addCall" | "addEmail">,
) {
  async function send(
    method: string,
    path: string,
    headers: Record<string, string>,
    body: unknown,
  ) {
    privateTexts.addCall(headers, body);
    const response = await fetch(url + path, {
      method,
      headers: { "Content-Type": "application/json", ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  }

  /** Calls as the owner and expects success. */
  async function call<E extends JsonEndpoint>(
    owner: Owner,
    method: E["method"],
    path: string,
    body?: unknown,
  ): Promise<EndpointOutput<E>> {
    const { status, text } = await read(owner, method, path, body);
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`);
    return JSON.parse(text) as EndpointOutput<E>;
  }

  /** The response, byte for byte. */
  function read(owner: Owner, method: string, path: string, body?: unknown) {
    return send(method, path, bearer(owner), body);
  }

  const bearer = ({ session }: Owner) => ({ Authorization: `Bearer ${session.access_token}` });

  /** Calls `/auth/v1`, signed in when `owner` is given, and expects success. */
  async function auth<T>(path: string, body: unknown, owner?: Owner): Promise<T> {
    const headers = owner === undefined ? {} : bearer(owner);
    const { status, text } = await send("POST", `/auth/v1${path}`, headers, body);
    if (status >= 300) throw new Error(`${path} answered ${status}: ${text}`);
    return JSON.parse(text) as T;
  }

  async function signUp({ name = "Maya", time_zone = "UTC" }: Profile = {}): Promise<Owner> {
    const email = newAddress("owner");
    const password = "correct horse";
    const session = await auth<Owner["session"]>("/signup", {
      email,
      password,
      data: { time_zone },
    });
    const owner = { email, password, user_id: session.user.id, session };
    await call<typeof updateAccount>(owner, "PATCH", "/api/account", {
      full_name: name,
      time_zone,
    });
    return owner;
  }

  /** A circle whose invitations may not have been sent yet. */
  async function store(
    owner: Owner,
    wanted: CircleInput,
  ): Promise<{ circle: Circle; people: Person[] }> {
    const people = (wanted.people ?? ["Ana", "Ben", "Cleo"]).map((person) =>
      typeof person === "string" ? { name: person, email: newAddress(person) } : person,
    );
    const { circle } = await call<typeof createCircle>(owner, "POST", "/api/circles", {
      create_key: randomUUID(),
      title: wanted.title ?? "Should I open the bakery?",
      description: wanted.description ?? "A bakery of my own, after twelve years on the ward.",
      what_they_ask: wanted.what_they_ask ?? "Tell me what you see in me, kindly and plainly.",
      is_anonymous: wanted.is_anonymous ?? false,
      language: wanted.language ?? "en",
      deadline: wanted.deadline ?? null,
      cover_image_url: null,
      questions: wanted.questions ?? threeQuestions,
      invites: people.map(({ name, email }) => ({ first_name: name, email })),
    });
    if (!wanted.isOfferOpen) {
      await call<typeof skipOwnAnswers>(
        owner,
        "POST",
        `/api/circles/${circle.id}/own-answers/skip`,
      );
    }
    return { circle, people };
  }

  async function create<const People extends readonly PersonInput[] = DefaultPeople>(
    owner: Owner,
    wanted: CircleInput<People> = {},
  ): Promise<{ circle: Circle; people: Invitees<People> }> {
    const { circle, people } = await store(owner, wanted);
    const invitations = await emailsTo(
      people.map(({ email }) => email),
      "invitation",
    );
    const invited = people.map((person, index) => {
      const link = privateLink(invitations[index]);
      return { ...person, link, token: new URL(link).searchParams.get("token") ?? "" };
    });
    return { circle, people: invited as Invitees<People> };
  }

  const listed = new Set<string>();
  let newest: Email[] = [];

  /** The newest emails. The list is long, so it is read again only when there is a new file in the folder. */
  async function emails(): Promise<Email[]> {
    const names = await readdir(outbox).catch(() => []);
    const added = names.filter((name) => name.endsWith(".mail") && !listed.has(name));
    if (added.length > 0) {
      const response = await fetch(`${url}/outbox?format=json`);
      newest = ((await response.json()) as { mails: Email[] }).mails;
      for (const name of added) listed.add(name);
      for (const mail of newest) privateTexts.addEmail(mail);
    }
    return newest;
  }

  /** The newest email of that kind to that address, as soon as it has been sent: a scheduled job may take a minute. */
  async function emailTo(email: string, kind: string): Promise<Email> {
    const [mail] = await emailsTo([email], kind);
    if (mail === undefined) throw new Error("unreachable");
    return mail;
  }

  /** The same for several addresses, in their order. */
  async function emailsTo(addresses: string[], kind: string): Promise<Email[]> {
    let found: Email[] = [];
    await expect
      .poll(
        async () => {
          const sent = await emails();
          const newest = addresses.map((email) =>
            sent.find((mail) => mail.to.includes(email) && mail.kind === kind),
          );
          found = newest.filter((mail) => mail !== undefined);
          return addresses.filter((_, index) => newest[index] === undefined);
        },
        { message: `without an email of kind ${kind}`, timeout: 150_000, intervals: [100] },
      )
      .toEqual([]);
    return found;
  }

  /** Answers as the holder of a link: every text question with `text`, every rating with 4, every choice with its first option. */
  async function answer(
    { circle, person, text }: { circle: Circle; person: Invitee; text: string },
    more: { encouragement?: string } = {},
  ): Promise<Receipt> {
    const answers = Object.fromEntries(
      circle.questions.map(({ id, type, options }) => [
        id,
        type === "rating" ? 4 : (options?.[0] ?? text),
      ]),
    );
    const { status, text: body } = await send(
      "POST",
      "/api/feedback",
      { [inviteTokenHeader]: person.token },
      { submission_key: randomUUID(), answers, consented_processor: "here", ...more },
    );
    if (status !== 201) throw new Error(`submitting answered ${status}: ${body}`);
    return JSON.parse(body) as EndpointOutput<typeof submitFeedback>;
  }

  /** What the owner reads. */
  const results = (owner: Owner, { id }: Pick<Circle, "id">) =>
    call<typeof readResults>(owner, "GET", `/api/circles/${id}/feedback`);

  return { call, read, auth, signUp, store, create, answer, results, emails, emailTo };
}

function privateLink(mail: Email | undefined): string {
  const link = mail?.links.find((href) => href.includes("/invite?token="));
  if (link === undefined) throw new Error(`The email to ${mail?.to} holds no private link.`);
  return link;
}
