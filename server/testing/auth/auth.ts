import { randomBytes, randomUUID } from "node:crypto";
import { AuthClient } from "@supabase/auth-js";
import { Hono } from "hono";
import type { Updateable } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { minuteMs } from "#contract/values/durations.ts";
import { createSessionReader } from "#server/access/session.ts";
import { openSigningKeys } from "#server/access/signing-keys.ts";
import type { Tables } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { AuthConfig, AuthDeps } from "#server/features/auth/auth-deps.ts";
import { authMailComposers } from "#server/features/auth/email-composers.ts";
import { sendTextCode } from "#server/features/auth/factors/phone.ts";
import { clearExpiredAuth } from "#server/features/auth/jobs.ts";
import { authLimitRules } from "#server/features/auth/limits.ts";
import { createPasswordHasher } from "#server/features/auth/password-hasher.ts";
import type { UserRow } from "#server/features/auth/queries.ts";
import { authRoutes } from "#server/features/auth/routes.ts";
import type { TextTransport } from "#server/features/auth/text-messages/text-transport.ts";
import { loadWebBuild } from "#server/http/pages/web-build.ts";
import { createLimiter } from "#server/http/rate-limits.ts";
import type { AppEnv } from "#server/http/request-context.ts";
import type { MailComposers } from "#server/mail/compose.ts";
import { createMailSenders } from "#server/mail/send-mail.ts";
import type { OutgoingEmail } from "#server/mail/transport.ts";
import { createSecrets } from "#server/system/secrets.ts";
import { createMetrics } from "#server/telemetry/metrics.ts";
import { createTestClock } from "../clock.ts";
import { useTestDatabase } from "../database/db.ts";
import { changeRows, readRow, readRows } from "../database/rows.ts";
import { createTestJobs, type TestJobs } from "../jobs.ts";
import { lowHashingCost } from "./password-cost.ts";

export type TestAuthClient = InstanceType<typeof AuthClient>;

/** An email as its reader sees it, with its link and its code. */
export type ReadEmail = { to: string; subject: string; text: string; link: URL; code: string };

/** A response of `/auth/v1` with its possible fields; `code` and `message` if it is an error. */
export type WireAnswer = {
  status: number;
  headers: Headers;
  text: string;
  body: {
    code: string | number;
    message: string;
    error_code: string;
    msg: string;
    access_token: string;
    refresh_token: string;
    user: Record<string, unknown>;
    [name: string]: unknown;
  };
};

export type TestAuth = ReturnType<typeof useTestAuth>;

/** What the tabs of one browser share. */
export type TestBrowser = { storageKey: string; kept: Map<string, string> };

export const createTestBrowser = (): TestBrowser => ({
  storageKey: `test.${randomUUID()}`,
  kept: new Map(),
});

/** The product's own client library, which keeps its session in a browser. */
function createAuthClient(
  options: ConstructorParameters<typeof AuthClient>[0],
  { storageKey, kept } = createTestBrowser(),
): TestAuthClient {
  return new AuthClient({
    ...options,
    storageKey,
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    autoRefreshToken: false,
    detectSessionInUrl: false,
    persistSession: true,
  });
}

export type TestPerson = Awaited<ReturnType<TestAuth["signUp"]>>;

export const testPassword = "correct horse";

/** `/auth/v1` on its own test database, with emails that are read instead of sent. */
export function useTestAuth(
  given: {
    config?: Partial<AuthConfig>;
    limits?: boolean;
    texts?: TextTransport;
    /** Whether passwords are hashed as in the product, which takes 40 ms of a core for each. */
    fullHashingCost?: boolean;
  } = {},
) {
  const database = useTestDatabase();
  const config: AuthConfig = {
    publicUrl: "http://localhost:3000",
    onLoopback: true,
    trustProxy: 1,
    rateLimits: given.limits ?? false,
    authConfirmEmail: false,
    authSignUp: "open",
    authAccessTokenSeconds: 3600,
    authRefreshReuseSeconds: 10,
    authRedirectUrls: ["https://app.example/welcome"],
    authCaptcha: undefined,
    authOauthRegistration: true,
    authManualLinking: true,
    signInProviders: [],
    ...given.config,
  };
  // The client library uses the machine's clock, so the server's clock begins with the same time.
  const clock = createTestClock(new Date());
  let deps: AuthDeps;
  let jobs: TestJobs;
  let app: Hono<AppEnv>;
  let sent: OutgoingEmail[] = [];

  beforeAll(async () => {
    const { db, kind } = database;
    const secrets = createSecrets(randomBytes(32));
    const keys = await openSigningKeys({ db, secrets, clock, publicUrl: config.publicUrl });
    jobs = await createTestJobs(db, clock);
    deps = {
      db,
      config,
      clock,
      jobs,
      secrets,
      keys,
      log: pino({ level: "silent" }),
      sessions: createSessionReader({ db, keys, clock }),
      passwords: createPasswordHasher(given.fullHashingCost ? {} : { cost: lowHashingCost }),
      texts: given.texts,
      limiter: createLimiter(authLimitRules, { db, kind, enabled: config.rateLimits }),
      web: await loadWebBuild("dist"),
    };
    app = new Hono<AppEnv>();
    app.route("/auth/v1", authRoutes(deps));
    await jobs.work({
      ...createMailSenders({
        db,
        clock,
        // Only this feature's emails are expected here.
        composers: authMailComposers(deps) as MailComposers,
        transport: {
          send: async (mail) => {
            sent.push(mail);
          },
        },
        config: { publicUrl: config.publicUrl, mailFrom: "Paraline <paraline@localhost>" },
        metrics: createMetrics(clock),
        tracing: undefined,
      }),
      clear_expired_auth: clearExpiredAuth(deps),
      send_text_code: sendTextCode(deps),
    });
  }, 60_000);
  beforeEach(async () => {
    clock.set(new Date());
    await jobs.runDue();
    sent = [];
  });
  afterAll(() => jobs?.stop());

  /** Calls the app. The path begins with `/auth/v1`. */
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (!headers.has("X-Forwarded-For")) {
      headers.set("X-Forwarded-For", "203.0.113.7");
    }
    return app.request(`${config.publicUrl}${path}`, { ...init, headers });
  };

  /** The same with a JSON body, and a bearer token if there is one. */
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    accessToken?: string,
    headers: Record<string, string> = {},
  ): Promise<WireAnswer> => {
    const answer = await ask(`/auth/v1${path}`, {
      method,
      headers: {
        "Content-Type": "application/json",
        "X-Supabase-Api-Version": "2024-01-01",
        ...(accessToken !== undefined && { Authorization: `Bearer ${accessToken}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      body: text === "" ? {} : JSON.parse(text),
    };
  };

  /** Creates the product's own client library, in a separate browser or in another tab of `browser`. */
  const createClient = ({
    flowType = "pkce",
    browser,
    headers = {},
  }: {
    flowType?: "implicit" | "pkce";
    browser?: TestBrowser;
    /** Headers that are sent with every call, even if the library would send no bearer token. */
    headers?: Record<string, string>;
  } = {}): TestAuthClient => {
    return createAuthClient(
      {
        headers,
        url: `${config.publicUrl}/auth/v1`,
        fetch: (input, init) =>
          ask(new URL(String(input)).href.slice(config.publicUrl.length), init),
        flowType,
        experimental: { recoveryCodes: true },
      },
      browser,
    );
  };

  const change = (id: string, changes: Updateable<Tables["auth.users"]>) =>
    changeRows(database.db, "auth.users", { id }, changes);

  /** Runs the jobs and returns the emails that were sent. */
  const readEmails = async () => {
    await jobs.runDue();
    const read = sent.map(parseEmail);
    sent = [];
    return read;
  };

  const readEmail = async (): Promise<ReadEmail> => {
    const [mail, ...others] = await readEmails();
    if (!mail || others.length > 0) throw new Error(`Expected one email, got ${others.length + 1}`);
    return mail;
  };

  return {
    get deps() {
      return deps;
    },
    database,
    get db() {
      return database.db;
    },
    clock,
    get jobs() {
      return jobs;
    },
    ask,
    send,
    /** Shows the proof of an email: its code, or what its link carries. */
    verify: (body: Record<string, unknown>) => send("POST", "/verify", body),
    createClient,
    readEmails,
    readEmail,
    /** Opens an emailed link, clicks the button of its page, and returns where that leads. */
    async followLink({ link }: { link: URL }) {
      const page = await ask(`${link.pathname}${link.search}`);
      // If the link no longer works, there is no button. The form is posted nevertheless.
      const fields = readForm(await page.text()) ?? link.searchParams;
      const { status, headers } = await ask("/auth/v1/verify", {
        method: "POST",
        body: new URLSearchParams(fields),
      });
      const to = new URL(headers.get("location") ?? "http://nowhere.invalid");
      const fragment = new URLSearchParams(to.hash.slice(1));
      return { status, headers, to, query: to.searchParams, fragment };
    },
    /** Runs the sweep that deletes what has expired. */
    async clearExpired() {
      await inTransaction(database.db, (tx) => jobs.enqueue(tx, "clear_expired_auth", {}));
      await readEmails();
    },
    /** An account as it is stored. */
    readUser: (id: string): Promise<UserRow> => readRow(database.db, "auth.users", { id }),
    /** How many links and codes of an account are stored. */
    countTokens: async (userId: string) =>
      (await readRows(database.db, "auth.one_time_tokens", { user_id: userId })).length,
    /** What the audit log says about an account, in order. */
    async listAudit(userId: string, action?: string) {
      const entries = database.db.selectFrom("auth.audit_log").where("user_id", "=", userId);
      const all = await entries.selectAll().orderBy("id").execute();
      return all.filter((entry) => action === undefined || entry.action === action);
    },
    /** Changes an account as it is stored. */
    change,
    /** Makes the address of an account count as proven. */
    prove: (id: string) => change(id, { email_proven_at: clock.now() }),
    /** Suspends an account for some time. */
    suspend: (id: string, minutes = 1) =>
      change(id, { banned_until: new Date(clock.now().getTime() + minutes * minuteMs) }),
    /** Signs somebody in, in a separate browser. */
    async signIn({ email, password = testPassword }: { email: string; password?: string }) {
      const client = createClient();
      const { error } = await client.signInWithPassword({ email, password });
      if (error) throw error;
      return client;
    },
    /** Signs somebody in with the code that is emailed to those who have forgotten their password. */
    async recover({ email }: { email: string }) {
      const client = createClient();
      await client.resetPasswordForEmail(email);
      const { code } = await readEmail();
      const { error } = await client.verifyOtp({ email, token: code, type: "recovery" });
      if (error) throw error;
      return client;
    },
    /** Signs up a new person, who is then signed in. */
    async signUp({
      email = `person-${randomUUID()}@paraline.example`,
      password = testPassword,
      flowType,
    }: {
      email?: string;
      password?: string;
      flowType?: "implicit" | "pkce";
    } = {}) {
      const client = createClient(flowType && { flowType });
      const { data, error } = await client.signUp({ email, password });
      if (error) throw error;
      if (!data.user) throw new Error("Sign-up gave no user.");
      const session = async () => {
        const { data } = await client.getSession();
        if (!data.session) throw new Error("Nobody is signed in.");
        return data.session;
      };
      return {
        email,
        password,
        client,
        user_id: data.user.id,
        accessToken: async () => (await session()).access_token,
        refreshToken: async () => (await session()).refresh_token,
      };
    },
  };
}

function parseEmail({ to, subject, text }: OutgoingEmail): ReadEmail {
  const link = text.match(/https?:\/\/\S+\/auth\/v1\/verify\S+/)?.[0] ?? "http://none.invalid";
  return { to, subject, text, link: new URL(link), code: text.match(/\b\d{6}\b/)?.[0] ?? "" };
}

/** The hidden fields of a page's only form; undefined if it has no form. */
function readForm(html: string): Record<string, string> | undefined {
  const [form] = /<form[\s\S]*<\/form>/.exec(html) ?? [];
  const inputs = form?.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  if (inputs === undefined) return undefined;
  return Object.fromEntries(
    [...inputs].map(([, name = "", value = ""]) => [name, value.replaceAll("&amp;", "&")]),
  );
}
