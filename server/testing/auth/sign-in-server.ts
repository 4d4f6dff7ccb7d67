import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { useTestApp } from "../app.ts";
import { useTestDatabase } from "../database/db.ts";
import { freePort } from "../free-port.ts";
import { closeServer, listen } from "../listen.ts";
import { createAuthClient, testPassword } from "./auth.ts";

/** Somebody who has an account at the sign-in server, in a separate browser. */
export type SignInServerPerson = Awaited<ReturnType<ReturnType<typeof useSignInServer>["signUp"]>>;

type Override = (path: string, ask: () => Promise<Response>) => Promise<Response | undefined>;

/**
 * A second instance of the product, with its own port and its own database: the server at which people sign in.
 * `environment` gets the settings for the instance that only verifies.
 */
export function useSignInServer(environment: Record<string, string>, start: string) {
  const own: Record<string, string> = { AUTH_CONFIRM_EMAIL: "true" };
  let port = 0;
  let server: Server | undefined;
  let url = "";
  let sessionChecks = 0;
  let override: Override | undefined;

  beforeAll(async () => {
    port = await freePort();
    url = `http://127.0.0.1:${port}/auth/v1`;
    own.PUBLIC_URL = `http://127.0.0.1:${port}`;
    Object.assign(environment, {
      AUTH_EXTERNAL_JWKS: `${url}/.well-known/jwks.json`,
      AUTH_EXTERNAL_ISSUER: url,
      AUTH_EXTERNAL_URL: url,
    });
  });
  const there = useTestApp({
    database: useTestDatabase({ isSecond: true }),
    environment: own,
    start,
  });

  const answer = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    if (pathname.endsWith("/user")) sessionChecks += 1;
    const body = ["GET", "HEAD"].includes(request.method) ? undefined : await request.arrayBuffer();
    const ask = async () =>
      there.request(`${own.PUBLIC_URL}${pathname}${search}`, {
        method: request.method,
        headers: request.headers,
        ...(body !== undefined && { body }),
      });
    return (await override?.(pathname, ask)) ?? ask();
  };
  const begin = async () => {
    server = createServer(getRequestListener(answer, { overrideGlobalObjects: false }));
    await listen(server, port);
  };
  const end = async () => {
    await closeServer(server);
    server = undefined;
  };
  beforeAll(begin);
  beforeEach(() => {
    override = undefined;
  });
  afterAll(end);

  const createClient = () => createAuthClient({ url, flowType: "pkce" });

  return {
    /** The other instance, with its database, its clock and its keys. */
    there,
    /** The base address of its calls. */
    get url() {
      return url;
    },
    /** How often the person of a token was requested. */
    get sessionChecks() {
      return sessionChecks;
    },
    /** Answers instead of the instance until the test ends. Calls that this does not answer go to the instance. */
    answerWith(answer: Override) {
      override = answer;
    },
    /** Sets whether it is down. While it is, nothing answers at its address. */
    setDown: (isDown: boolean) => (isDown ? end() : begin()),
    createClient,
    /** Makes an account there, and confirms its address with the emailed code. */
    async signUp(email = `person-${randomUUID()}@paraline.example`) {
      const client = createClient();
      const listMails = async () => (await there.deps.outbox?.list(1000)) ?? [];
      const earlier = new Set((await listMails()).map(({ id }) => id));
      const { error } = await client.signUp({ email, password: testPassword });
      if (error) throw error;
      await there.work();
      const mails = await listMails();
      const code = mails
        .filter(({ id, to }) => to === email && !earlier.has(id))
        .flatMap(({ text }) => text.match(/\b\d{6}\b/) ?? [])[0];
      const verified = await client.verifyOtp({ email, token: code ?? "", type: "signup" });
      if (verified.error) throw verified.error;
      // After a code, a new password has to be chosen, because the code does not show who chose the first one.
      const chosen = await client.updateUser({ password: testPassword });
      if (chosen.error) throw chosen.error;
      return {
        email,
        client,
        user_id: verified.data.user?.id ?? "",
        async accessToken() {
          const { data } = await client.getSession();
          if (!data.session) throw new Error("Nobody is signed in there.");
          return data.session.access_token;
        },
      };
    },
  };
}
