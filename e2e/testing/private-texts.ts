import type { Request } from "@playwright/test";
import { inviteTokenHeader } from "#contract/endpoint.ts";

/** A shorter text, such as a first name, may occur anywhere by chance, and so may digits, in times and sizes. */
const shortestText = 8;
const digitsAlone = /^\d+$/;

/** Fields of requests whose values are something that somebody wrote, an address, or a secret. */
const privateFields =
  /^(?:answers?(?:[_-].*)?|encouragement|email|new_email|password|current_password|token|token_hash|access_token|refresh_token|invite_token|first_name|full_name|title|description|what_they_ask|label|prediction|note|nonce|code_verifier)$/;

export type PrivateTexts = ReturnType<typeof createPrivateTexts>;

/** What people have typed in the journeys of a worker, and their secrets. */
export function createPrivateTexts() {
  const texts = new Set<string>();

  function add(text: string): void {
    const trimmed = text.trim();
    if (trimmed.length >= shortestText && !digitsAlone.test(trimmed)) texts.add(trimmed);
  }
  /** @param isPrivate whether it is in a private field */
  function addAll(value: unknown, isPrivate: boolean): void {
    if (typeof value === "string") {
      if (isPrivate) add(value);
    } else if (Array.isArray(value)) {
      for (const entry of value) addAll(entry, isPrivate);
    } else if (typeof value === "object" && value !== null) {
      for (const [name, entry] of Object.entries(value)) {
        addAll(entry, isPrivate || privateFields.test(name));
      }
    }
  }
  function addAddress(url: string): void {
    for (const [name, value] of new URL(url).searchParams) addAll({ [name]: value }, false);
  }
  /** Adds what is sent with a call: its body, and the tokens in its headers. */
  function addCall(headers: Record<string, string>, body: unknown): void {
    const named = new Headers(headers);
    add(named.get("Authorization")?.replace(/^Bearer /, "") ?? "");
    add(named.get(inviteTokenHeader) ?? "");
    addAll(body, false);
  }

  return {
    addCall,
    addRequest(request: Request) {
      addAddress(request.url());
      addCall(request.headers(), parseBody(request.postData()));
    },
    addEmail({ to, links }: { to: string; links: string[] }) {
      add(to);
      for (const link of links) if (URL.canParse(link)) addAddress(link);
    },
    get count() {
      return texts.size;
    },
    /** The private texts that a text contains, as they are or within JSON. */
    findIn: (text: string) =>
      [...texts].filter(
        (wanted) => text.includes(wanted) || text.includes(JSON.stringify(wanted).slice(1, -1)),
      ),
  };
}

/** The fields of a body of JSON or of a form. */
function parseBody(body: string | null): unknown {
  if (body === null) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return Object.fromEntries(new URLSearchParams(body));
  }
}
