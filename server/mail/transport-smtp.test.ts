import { createServer } from "node:net";
import PostalMime from "postal-mime";
import type { SMTPServerOptions } from "smtp-server";
import { expect, it, onTestFinished } from "vitest";
import { listen } from "#server/testing/listen.ts";
import { startMailServer } from "#server/testing/mail-server.ts";
import { MailNotSentError, MailRefusedError, type OutgoingEmail } from "./transport.ts";
import { createSmtpTransport } from "./transport-smtp.ts";

/** Starts a mail server until the end of the test. */
async function startSink(options: SMTPServerOptions = {}) {
  const { received, port, stop } = await startMailServer(options);
  onTestFinished(stop);
  return { received, url: `smtp://127.0.0.1:${port}` };
}

const mail: OutgoingEmail = {
  id: "f6a31f3e-63b4-4d7a-9a9a-1d8b7a4a1a11",
  kind: "invitation",
  from: "Paraline <mail@paraline.example>",
  to: "ana@paraline.example",
  subject: "Zoë would like your view on “Où aller?”",
  html: "<p>Grüße, 你好</p>",
  text: "Grüße, 你好\nhttps://paraline.example/invite?token=0123456789012345678901234567890123456789\n",
  headers: {
    "List-Unsubscribe": `<https://paraline.example/unsubscribe?token=${"a".repeat(200)}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    "Auto-Submitted": "auto-generated",
  },
  message_id: "<f6a31f3e-63b4-4d7a-9a9a-1d8b7a4a1a11@paraline.example>",
  created_at: new Date("2026-11-02T09:00:00Z"),
};

const noLimit = new AbortController().signal;

/** How a server refuses a sender or an address. */
const refusing =
  (message: string, responseCode: number): NonNullable<SMTPServerOptions["onRcptTo"]> =>
  (_address, _session, done) =>
    done(Object.assign(new Error(message), { responseCode }));

const failure = (url: string, signal = noLimit, to = mail.to) =>
  createSmtpTransport(url)
    .send({ ...mail, to }, signal)
    .then(
      () => undefined,
      (error: unknown) => error,
    );

it("an email arrives whole: both parts, every character, and the headers of one-click unsubscribing", async () => {
  const sink = await startSink();
  await createSmtpTransport(sink.url).send(mail, noLimit);
  expect(sink.received.map(({ to }) => to)).toEqual([["ana@paraline.example"]]);
  const parsed = await PostalMime.parse(sink.received[0]?.raw ?? "");
  expect(parsed).toMatchObject({
    subject: mail.subject,
    from: { name: "Paraline", address: "mail@paraline.example" },
    to: [{ address: "ana@paraline.example" }],
    messageId: mail.message_id,
    date: "2026-11-02T09:00:00.000Z",
  });
  expect(parsed.text?.trim()).toBe(mail.text.trim());
  expect(parsed.html?.trim()).toBe(mail.html);
  const header = (name: string) => parsed.headers.find(({ key }) => key === name)?.value;
  expect(header("list-unsubscribe")).toBe(mail.headers["List-Unsubscribe"]);
  expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  expect(header("auto-submitted")).toBe("auto-generated");
});

it("an address is one address, whatever is written in it", async () => {
  const sink = await startSink();
  await createSmtpTransport(sink.url)
    .send({ ...mail, to: "ana@paraline.example, eve@paraline.example" }, noLimit)
    .catch(() => {});
  expect(sink.received.flatMap(({ to }) => to)).not.toContain("eve@paraline.example");
});

it("a refused address is refused for good, with the server's words", async () => {
  const sink = await startSink({
    onRcptTo: refusing("No such mailbox", 550),
  });
  const error = await failure(sink.url);
  expect(error).toBeInstanceOf(MailRefusedError);
  expect(error).toMatchObject({
    message: "The mail server refused this address: 550 No such mailbox",
  });
});

it("a mailbox that is only busy may take it later", async () => {
  const sink = await startSink({
    onRcptTo: refusing("Try again later", 451),
  });
  expect(await failure(sink.url)).toMatchObject({
    name: "MailNotSentError",
    message: "The mail server did not accept the email: 451 Try again later",
    mayArrive: false,
  });
});

it("a server that refuses us, not the address, may recover", async () => {
  const sink = await startSink({
    onMailFrom: refusing("Sender not allowed", 553),
  });
  expect(await failure(sink.url)).toBeInstanceOf(MailNotSentError);
});

it("a server that cannot be reached may come back", async () => {
  const { port, stop } = await startMailServer();
  await stop();
  expect(await failure(`smtp://127.0.0.1:${port}`)).toMatchObject({
    name: "MailNotSentError",
    message: "The mail server could not be reached.",
  });
});

/**
 * Starts a mail server that replies to the verbs of a client with these lines. If it has no line for a verb, it hangs
 * up.
 */
async function startScript(lines: Record<string, string>): Promise<string> {
  const server = createServer((socket) => {
    let isReadingMail = false;
    const answer = (verb: string) => {
      const line = lines[verb];
      if (line === undefined) {
        socket.destroy();
        return;
      }
      isReadingMail = line.startsWith("354");
      socket.write(`${line}\r\n`);
    };
    let rest = "";
    socket.setEncoding("utf8").on("data", (text) => {
      const received = (rest + text).split("\r\n");
      rest = received.pop() ?? "";
      for (const line of received) {
        if (!isReadingMail) answer(line.slice(0, 4));
        else if (line === ".") answer(".");
      }
    });
    // It is not an error here if a client hangs up.
    socket.on("error", () => {});
    answer("greeting");
  });
  const { port } = await listen(server);
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  return `smtp://127.0.0.1:${port}`;
}

const greeted = { greeting: "220 here", EHLO: "250 here" };
const offered = { ...greeted, MAIL: "250 yes", RCPT: "250 yes", DATA: "354 go on" };

it.each<[string, boolean, () => Promise<string>]>([
  ["is not there", false, async () => "smtp://127.0.0.1:9"],
  ["hangs up without a greeting", false, () => startScript({})],
  ["greets with a refusal", false, () => startScript({ greeting: "554 not today" })],
  ["speaks no TLS", false, async () => (await startScript(greeted)).replace("smtp:", "smtps:")],
  ["hangs up at EHLO", false, () => startScript({ greeting: "220 here" })],
  [
    "refuses EHLO and HELO",
    false,
    () => startScript({ ...greeted, EHLO: "500 no", HELO: "500 no" }),
  ],
  [
    "refuses our password",
    false,
    async () => {
      const url = await startScript({
        ...greeted,
        EHLO: "250-here\r\n250 AUTH PLAIN",
        AUTH: "535 no",
      });
      return url.replace("//", "//me:secret@");
    },
  ],
  ["refuses the sender for now", false, () => startScript({ ...greeted, MAIL: "451 later" })],
  ["refuses the address for now", false, () => startScript({ ...offered, RCPT: "451 later" })],
  ["refuses the email for now", false, () => startScript({ ...offered, ".": "451 later" })],
  ["hangs up at the end of the email", true, () => startScript(offered)],
])("an email may have arrived at a server that %s: %s", async (_what, mayArrive, start) => {
  const error = await failure(await start());
  expect(error).toBeInstanceOf(MailNotSentError);
  expect(error).toMatchObject({ mayArrive });
});

it("a server that dawdles is hung up on at the limit, and may be faster later", async () => {
  const limit = new AbortController();
  const hungUp = Promise.withResolvers<void>();
  const sink = await startSink({
    // The server never says whether it accepts the address.
    onRcptTo: () => limit.abort(),
    onClose: () => hungUp.resolve(),
  });
  expect(await failure(sink.url, limit.signal)).toMatchObject({
    name: "MailNotSentError",
    message: "The mail server took too long.",
    mayArrive: true,
  });
  await hungUp.promise;
  expect(sink.received).toEqual([]);
});

it("an address with letters beyond ASCII before the @ gets its email if the mail server knows SMTPUTF8", async () => {
  const { received, url } = await startSink();
  await createSmtpTransport(url).send({ ...mail, to: "josé.用户@paraline.example" }, noLimit);
  expect(received.map(({ to }) => to)).toEqual([["josé.用户@paraline.example"]]);
  expect(received[0]?.raw.toString()).toContain("josé.用户@paraline.example");
});

it("an address with letters beyond ASCII before the @ is refused, with the reason, if the mail server does not know SMTPUTF8", async () => {
  const { received, url } = await startSink({
    hideSMTPUTF8: true,
    onRcptTo: refusing("Bad recipient address syntax", 553),
  });
  const error = await failure(url, noLimit, "josé@paraline.example");
  expect(received).toEqual([]);
  expect(error).toBeInstanceOf(MailRefusedError);
  expect(error).toHaveProperty(
    "message",
    expect.stringContaining("The mail server doesn't accept non-ASCII characters before the @"),
  );
});
