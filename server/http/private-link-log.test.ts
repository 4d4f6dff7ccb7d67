import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { createApp } from "#server/app.ts";
import { createLog } from "#server/system/log.ts";
import { useTestApp } from "#server/testing/app.ts";
import { listen } from "#server/testing/listen.ts";
import { listenerFor } from "./listener.ts";
import { loadWebBuild } from "./pages/web-build.ts";

const app = useTestApp();
const { create, person } = app.circles;

let token: string;
let port: number;
let server: Server;
let lines: string[] = [];

beforeAll(async () => {
  const id = await create(await app.createOwner());
  token = (await person(id, "ana")).invite_token;
  const log = createLog("trace", { write: (line) => lines.push(line) });
  server = createServer(
    listenerFor(await createApp({ ...app.deps, log }, await loadWebBuild("dist"))),
  );
  ({ port } = await listen(server));
});
afterAll(() => {
  server.close();
});
afterEach(() => {
  vi.restoreAllMocks();
  lines = [];
});

/** Sends a raw request line, which no client of ours would send, and returns the response. */
function send(method: string, target: string, host = `localhost:${port}`): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(
        `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nReferer: http://a.example${target}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      );
    });
    let answer = "";
    socket.setEncoding("utf8").on("data", (text) => {
      answer += text;
    });
    socket.on("end", () => resolve(answer)).on("error", reject);
  });
}

const encode = (text: string) =>
  [...text].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join("");

/** What mail programs, chats, scanners and people may turn a private link into. */
const mangled: [string, (link: string, token: string) => string][] = [
  ["as it is", (link) => link],
  ["with its ? encoded", (link) => link.replace("?", "%3F")],
  ["with ? and = encoded, small", (link) => link.replace("?", "%3f").replace("=", "%3d")],
  ["encoded twice", (link) => link.replace("?", "%253F").replace("=", "%253D")],
  ["encoded three times", (link) => link.replace("?", "%25253F").replace("=", "%25253D")],
  ["encoded wholly", (_link, secret) => `/invite%3Ftoken%3D${encode(secret)}`],
  ["encoded wholly, in a part of the path", (_link, secret) => `/invite/${encode(secret)}`],
  ["as quoted-printable", (link) => link.replace("?", "=3F").replace("=", "=3D")],
  ["in capitals", (link) => link.replace("/invite?token", "/INVITE?TOKEN")],
  ["in capitals and encoded", (link) => link.replace("/invite?token", "/INVITE%3FTOKEN")],
  ["as a part of the path", (_link, secret) => `/invite/${secret}`],
  ["as a part of the path, with a slash", (_link, secret) => `/invite/token/${secret}/`],
  ["without a name", (_link, secret) => `/${secret}`],
  ["without a mark between", (_link, secret) => `/invite${secret}`],
  ["with an ending", (_link, secret) => `/invite.${secret}.html`],
  ["as a fragment", (link) => link.replace("?", "#")],
  ["as a fragment, encoded", (link) => link.replace("?", "%23")],
  ["with & for ?", (link) => link.replace("?", "&")],
  ["with ; for ?", (link) => link.replace("?", ";")],
  ["with &amp; before it", (link) => link.replace("?", "?a=b&amp;")],
  ["with slashes at its end", (link) => link.replace("?", "/?")],
  ["with two slashes before it", (link) => `/${link}`],
  ["with a dot before it", (link) => `/.${link}`],
  ["with a bracket after it", (link) => `${link.replace("?", "%3F")}>)`],
  ["below another page", (link) => `/de${link.replace("?", "%3F")}`],
  ["below the API", (link) => `/api${link.replace("?", "%3F")}`],
  [
    "below the storage",
    (_link, secret) => `/storage/v1/object/public/circle-covers/${secret}/1.png`,
  ],
  ["as a file", (_link, secret) => `/assets/${secret}.js`],
  ["in two pieces", (_link, secret) => `/${secret.slice(0, 19)}/${secret.slice(19)}`],
  ["in small pieces", (_link, secret) => `/${secret.match(/.{1,4}/g)?.join("/")}`],
  ["as an icon", (_link, secret) => `/${secret.toLowerCase()}.svg`],
  ["with bytes that are no text", (link) => link.replace("?", "%E0%A4%A")],
  ["behind a whole address", (link) => `http://localhost${link.replace("?", "%3F")}`],
];

it.each(mangled)(
  "a link %s leaves nothing of its token in the log, on any level",
  async (_how, mangle) => {
    for (const path of ["/invite", "/feedback", "/unsubscribe", "/auth/v1/verify"]) {
      const target = mangle(`${path}?token=${token}`, token);
      for (const method of ["GET", "HEAD", "POST", "OPTIONS"]) {
        expect(await send(method, target)).toMatch(/^HTTP\/1\.1 \d{3}/);
      }
    }
    expect(lines.length).toBeGreaterThan(0);
    // Most of the token must not be there, either.
    expect(lines.join("").toLowerCase()).not.toContain(token.slice(0, 20).toLowerCase());
    expect(lines.join("").replaceAll("/", "")).not.toContain(token.slice(0, 20));
    expect(lines.join("")).not.toContain(encode(token.slice(0, 10)));
  },
);

it("a failure while a link is opened is logged without the token", async () => {
  vi.spyOn(app.deps.db, "executeQuery").mockImplementation(() => {
    const cause = new TypeError(`Invalid URL: /invite%3Ftoken%3D${token}`);
    throw Object.assign(new Error(`no /invite?token=${token}&a=b`, { cause }), {
      input: `/invite?token=${token}`,
      parameters: [token],
    });
  });
  expect(await send("GET", `/invite?token=${token}`)).toMatch(/^HTTP\/1\.1 500/);
  const errors = lines.filter((line) => line.includes('"err"'));
  expect(errors).toHaveLength(1);
  expect(errors[0]).toContain("no /invite?token=[redacted]&a=b");
  expect(lines.join("")).not.toContain(token);
});

it("input that is not HTTP is refused, and neither logged nor cached", async () => {
  for (const [target, host] of [
    [`/invite?token=${token}`, "a b/c"],
    [`http://[::/invite?token=${token}`, "localhost"],
  ] as const) {
    const answer = await send("GET", target, host);
    expect(answer).toMatch(/^HTTP\/1\.1 400/);
    expect(answer.toLowerCase()).toContain("cache-control: no-store");
    expect(answer.toLowerCase()).toContain("referrer-policy: no-referrer");
  }
  expect(lines).toEqual([]);
});
