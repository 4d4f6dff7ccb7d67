import { createHash, randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll } from "vitest";
import { closeServer, listen } from "../listen.ts";

export interface GitHubUser {
  id: number;
  login: string;
  name: string | null;
  emails: { email: string; primary: boolean; verified: boolean }[];
}

/** Stands in for the three endpoints of GitHub that a sign-in uses. GitHub's own pages are skipped. */
export function useGitHubDouble() {
  const codes = new Map<string, { user: GitHubUser; challenge: string }>();
  const tokens = new Map<string, GitHubUser>();
  let address = "";
  let server: Server;

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const reply = (status: number, body: unknown) => {
        response.writeHead(status, { "Content-Type": "application/json; charset=utf-8" });
        response.end(JSON.stringify(body));
      };
      const user = tokens.get(request.headers.authorization?.replace(/^bearer /i, "") ?? "");
      if (request.method === "POST" && request.url === "/login/oauth/access_token") {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk);
        const form = new URLSearchParams(Buffer.concat(chunks).toString());
        const given = codes.get(form.get("code") ?? "");
        codes.delete(form.get("code") ?? "");
        const verifier = form.get("code_verifier") ?? "";
        const challenge = createHash("sha256").update(verifier).digest("base64url");
        const isRight = given?.challenge === challenge && form.get("client_secret") === "secret";
        // GitHub answers refusals with 200, too.
        if (!isRight || given === undefined) return reply(200, { error: "bad_verification_code" });
        const token = `gho_${randomUUID()}`;
        tokens.set(token, given.user);
        return reply(200, { access_token: token, token_type: "bearer", scope: "user:email" });
      }
      if (user === undefined) return reply(401, { message: "Requires authentication" });
      const { emails, ...account } = user;
      if (request.url === "/user") return reply(200, account);
      if (request.url === "/user/emails") return reply(200, emails);
      return reply(404, { message: "Not Found" });
    });
    address = (await listen(server)).url;
  });
  afterAll(() => closeServer(server));

  return {
    get address() {
      return address;
    },
    /** Signs a user in and returns the address to which the browser is sent back. */
    signIn(url: string, user: GitHubUser): URL {
      const asked = new URL(url).searchParams;
      const code = randomUUID();
      codes.set(code, { user, challenge: asked.get("code_challenge") ?? "" });
      const back = new URL(asked.get("redirect_uri") ?? "");
      back.searchParams.set("code", code);
      back.searchParams.set("state", asked.get("state") ?? "");
      return back;
    },
  };
}
