import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { closeServer, listen } from "../listen.ts";

/** What the provider says about a token. `silence`: it accepts the call and never answers. */
type Verdict = { status?: number; body: unknown } | "silence";

/** Stands in for a captcha provider's verification over HTTP, for the tests of a file. */
export function useCaptchaDouble() {
  let server: Server;
  let url = "";
  let asked: URLSearchParams[] = [];
  let verdict: Verdict;
  const passes = { body: { success: true, hostname: "localhost" } };

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      let form = "";
      for await (const chunk of request) form += chunk;
      asked.push(new URLSearchParams(form));
      if (verdict === "silence") return;
      response.writeHead(verdict.status ?? 200, { "Content-Type": "application/json" });
      response.end(typeof verdict.body === "string" ? verdict.body : JSON.stringify(verdict.body));
    });
    url = `${(await listen(server)).url}/siteverify`;
  });
  beforeEach(() => {
    asked = [];
    verdict = passes;
  });
  afterAll(() => closeServer(server));

  return {
    get url() {
      return url;
    },
    /** The forms that the product has sent. */
    get asked() {
      return asked.map((form) => Object.fromEntries(form));
    },
    answer(next: Verdict) {
      verdict = next;
    },
  };
}
