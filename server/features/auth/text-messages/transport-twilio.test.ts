import { createServer, type IncomingMessage, type Server } from "node:http";
import { text as readText } from "node:stream/consumers";
import { afterEach, expect, it, vi } from "vitest";
import { listen } from "#server/testing/listen.ts";
import { UnrecoverableTextError } from "./text-transport.ts";
import { createTwilioTransport } from "./transport-twilio.ts";

let server: Server | undefined;
afterEach(() => server?.close());

/** Opens a provider that gives the same answer to every request and records the requests. */
async function openProvider(status: number, body: unknown) {
  const asked: { request: IncomingMessage; form: Record<string, string> }[] = [];
  server = createServer(async (request, response) => {
    asked.push({ request, form: Object.fromEntries(new URLSearchParams(await readText(request))) });
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  });
  return { asked, url: (await listen(server)).url };
}

const message = {
  id: "3f7c4c1e-9a52-4d2b-8c4d-5e6f5b0f9a3e",
  to: "+12025550123",
  text: "123456 is your code & more",
  created_at: new Date(),
};
const account = "AC00000000000000000000000000000000";
const settings = { account, token: "t:ken", from: "+12025550100" };

it("a text is posted as a form to the account's messages, with its token", async () => {
  const { asked, url } = await openProvider(201, { sid: "SM1" });
  await createTwilioTransport({ ...settings, url }).send(message);
  expect(asked[0]?.form).toEqual({ To: message.to, From: settings.from, Body: message.text });
  const { method, url: path, headers } = asked[0]?.request ?? {};
  expect([method, path]).toEqual(["POST", `/2010-04-01/Accounts/${account}/Messages.json`]);
  expect(headers?.["content-type"]).toMatch(/^application\/x-www-form-urlencoded/);
  const credentials = headers?.authorization?.replace(/^Basic /, "") ?? "";
  expect(Buffer.from(credentials, "base64").toString()).toBe(`${account}:t:ken`);
});

it("a whole address is used as it is, and a messaging service instead of a number", async () => {
  const { asked, url } = await openProvider(200, {});
  const from = "MG00000000000000000000000000000000";
  await createTwilioTransport({ ...settings, url: `${url}/send`, from }).send(message);
  expect(asked[0]?.request.url).toBe("/send");
  expect(asked[0]?.form).toEqual({
    To: message.to,
    MessagingServiceSid: from,
    Body: message.text,
  });
});

it.each([
  [400, true],
  [401, true],
  [429, false],
  [503, false],
])(
  "an answer of %i is final: %s; its reason names neither number nor code",
  async (status, isFinal) => {
    const { url } = await openProvider(status, { code: 21211, message: `Invalid ${message.to}` });
    const error = await createTwilioTransport({ ...settings, url })
      .send(message)
      .catch((thrown: unknown) => thrown);
    expect(error instanceof UnrecoverableTextError).toBe(isFinal);
    expect((error as Error).message).toBe(
      `The SMS provider refused a text (status ${status}, code 21211).`,
    );
  },
);

it("a text is tried again where the provider refused the connection", async () => {
  const { url } = await openProvider(201, {});
  await new Promise((resolve) => server?.close(resolve));
  const error = await createTwilioTransport({ ...settings, url })
    .send(message)
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(UnrecoverableTextError);
});

it.each(["does not answer in time", "breaks off"])(
  "a text is not sent twice where the provider %s: it may have been sent",
  async (failure) => {
    server = createServer((request) => request.socket.destroy());
    const { url } = await listen(server);
    if (failure === "does not answer in time") {
      const timeout = new DOMException("The operation timed out.", "TimeoutError");
      vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(AbortSignal.abort(timeout));
    }
    const error = await createTwilioTransport({ ...settings, url })
      .send(message)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnrecoverableTextError);
    expect((error as Error).message).toBe(
      "The SMS provider took the request and gave no answer, so the text may have been sent.",
    );
  },
);
