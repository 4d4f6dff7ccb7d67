import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactElement } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { type Mock, vi } from "vitest";
import type { Account } from "#contract/account.ts";
import type { Billing } from "#contract/billing/billing.ts";
import type { Results } from "#contract/feedback/feedback.ts";
import type { OwnAnswersOffer } from "#contract/feedback/own-answers.ts";
import type { AuthSettings } from "#web/client/auth/auth-settings.ts";
import { sessionKey } from "#web/client/auth/session-key.ts";
import { circle, noFurtherQuestions, noInsights } from "./results.ts";

// The modules are loaded and compiled once, before the time limit of any test begins.
await Promise.all([
  import("@supabase/auth-js"),
  import("#web/routes.tsx"),
  import("#web/screens/auth.tsx"),
  import("#web/screens/consent.tsx"),
  import("#web/screens/create.tsx"),
  import("#web/screens/dashboard.tsx"),
  import("#web/screens/settings.tsx"),
  import("#web/screens/share.tsx"),
]);

export const maya = {
  id: "5b0f9a3e-3f7c-4c1e-9a52-1d2b3c4d5e6f",
  email: "maya@example.com",
};

export const account: Account = {
  user_id: maya.id,
  email: maya.email,
  email_proven: true,
  full_name: "Maya",
  time_zone: "UTC",
  notify_responses: true,
  notify_deadlines: true,
  notify_weekly: false,
  mail_stopped: false,
  email_change: null,
  has_password: true,
  is_operator: false,
};

/** A second factor as the auth server lists it. */
export function createFactor(
  type: string,
  fields: { id?: string; friendly_name?: string; phone?: string } = {},
) {
  const madeAt = "2026-11-02T09:00:00Z";
  return {
    id: "f1",
    factor_type: type,
    friendly_name: "Phone",
    status: "verified",
    created_at: madeAt,
    updated_at: madeAt,
    ...fields,
  };
}

/** What an account with these second factors is, for a session that lists them. */
export const userWith = (factors: unknown[]): Answers => ({
  "GET /auth/v1/user": { body: { ...maya, factors } },
});

export const nothingBought: Billing = {
  mode: "stripe",
  is_everything_unlocked: false,
  subscription: null,
  unlocked: [],
  credits_count: 0,
  has_portal: false,
  adds_tax: false,
  receipts: [],
};

/** The server's responses, by method and path. A function receives the parsed body. */
export type Answers = Record<string, Answer | ((body: unknown) => Answer | Promise<Answer>)>;

interface Answer {
  status?: number;
  body: unknown;
}

interface ReceivedCall {
  call: string;
  body: unknown;
}

const settingsCall = "GET /auth/v1/settings";
const authSettings: AuthSettings = {
  providers: [],
  manual_linking: true,
  passkeys_enabled: false,
  sms_provider: "",
};

/** The server's answers about the circle and what may be read of it. */
export function resultsAnswers(results: Results, about: object = {}): Answers {
  const details = { ...circle, copied_from: null, ...about };
  return {
    "GET /api/account": { body: account },
    [`GET /api/circles/${circle.id}`]: { body: { circle: details } },
    [`GET /api/circles/${circle.id}/feedback`]: { body: results },
    ...ownAnswersAnswer(results),
    [`GET /api/circles/${circle.id}/insights`]: { body: noInsights },
    [`GET /api/circles/${circle.id}/further-questions`]: { body: noFurtherQuestions },
  };
}

/** The server's answer that own answers are offered no longer, or how else that stands. */
export function ownAnswersAnswer(
  { is_locked, responses_count, visibility }: Omit<OwnAnswersOffer, "state">,
  state: OwnAnswersOffer["state"] = "read",
): Answers {
  const body: OwnAnswersOffer = { state, is_locked, responses_count, visibility };
  return { [`GET /api/circles/${circle.id}/own-answers`]: { body } };
}

/** Replaces the network with a fake server: unknown calls are refused like unknown addresses. */
export function answerCalls(answers: Answers): ReceivedCall[] {
  const received: ReceivedCall[] = [];
  vi.stubGlobal("fetch", async (address: string | URL, init?: RequestInit) => {
    const method = init?.method ?? "GET";
    const { pathname } = new URL(String(address), location.origin);
    const call = `${method} ${pathname}`;
    const body: unknown =
      typeof init?.body === "string" && init.body !== "" ? JSON.parse(init.body) : undefined;
    const found = answers[call] ?? (call === settingsCall ? { body: authSettings } : undefined);
    // Both /auth and Settings make this call, whatever a test is about.
    if (call !== settingsCall) received.push({ call, body });
    const answer = (typeof found === "function" ? await found(body) : found) ?? notFound;
    return new Response(JSON.stringify(answer.body), {
      status: answer.status ?? 200,
      headers: { "Content-Type": "application/json", "X-Supabase-Api-Version": "2024-01-01" },
    });
  });
  return received;
}

export function refused(status: number, code: string, message: string) {
  return { status, body: { code, message, request_id: "" } };
}

const notFound = refused(404, "not_found", "There is nothing at this address.");

/** A session as the auth library stores it, started with `method`. */
export function createSession(aal: "aal1" | "aal2", factors?: unknown[], method = "password") {
  const expiresAt = 4_102_444_800;
  const amr = [{ method, timestamp: 1_700_000_000 }];
  const part = (value: object) => btoa(JSON.stringify(value)).replace(/=+$/, "");
  return {
    access_token: `${part({ alg: "ES256" })}.${part({ sub: maya.id, aal, amr, exp: expiresAt })}.c2ln`,
    refresh_token: "kept",
    token_type: "bearer",
    expires_in: 3600,
    expires_at: expiresAt,
    user: { ...maya, aud: "authenticated", app_metadata: {}, user_metadata: {}, factors },
  };
}

export function signInThisBrowser(session = createSession("aal1")): void {
  localStorage.setItem(sessionKey, JSON.stringify(session));
}

/** A browser that opens tabs, or none. */
export function stubTabs(isBlocked = false) {
  const tab = {
    document: document.implementation.createHTMLDocument(),
    opener: window as Window | null,
    location: { replace: vi.fn() as Mock<(address: string) => void> },
    close: vi.fn() as Mock<() => void>,
  };
  const open: Mock<() => object | null> = vi.fn(() => (isBlocked ? null : tab));
  vi.stubGlobal("open", open);
  return { tab, open };
}

/** Opens the whole app at an address, with newly loaded modules, so that no session is left from the previous test. */
export async function openApp(address: string) {
  vi.resetModules();
  vi.stubGlobal("matchMedia", () => ({
    matches: true,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  vi.stubGlobal("scrollTo", () => {});
  const [{ routes }, { createQueryCache }, { Toaster }, { notifyError }, auth] = await Promise.all([
    import("#web/routes.tsx"),
    import("#web/client/query-cache.ts"),
    import("#web/ui/toasts/toaster.tsx"),
    import("#web/ui/toasts/toast.ts"),
    import("#web/client/auth/auth.ts"),
  ]);
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  const view = render(
    <QueryClientProvider client={createQueryCache(notifyError)}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  );
  return { ...view, router, auth };
}

/** The same for a signed-in owner, with the server's responses. */
export async function openAsOwner(
  address: string,
  answers: Answers,
  session = createSession("aal1"),
) {
  const asked = answerCalls(answers);
  signInThisBrowser(session);
  return { asked, ...(await openApp(address)) };
}

/** A component by itself, with a cache of the server's responses. */
export function renderWithQueries(component: ReactElement) {
  return render(<QueryClientProvider client={new QueryClient()}>{component}</QueryClientProvider>);
}
