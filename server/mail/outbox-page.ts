import { createHash } from "node:crypto";
import { type Context, Hono } from "hono";
import { html, raw } from "hono/html";
import { plainPageCss, wordmark } from "#server/design/plain-page.ts";
import type { KeptEmail, Outbox } from "./transport-outbox.ts";

const outboxCss = `${plainPageCss}
:root { --measure: 52rem; }
h1 { margin: 0.5rem 0; font: 400 clamp(1.75rem, 1.55rem + 1vw, 2.375rem)/1.16 var(--serif); overflow-wrap: anywhere; }
.hint, .empty, time, .to { color: var(--ink-3); font-size: 0.9375rem; }
.empty { margin-top: 2rem; }
.emails { list-style: none; margin: 2rem 0 0; padding: 0; border-top: 1px solid var(--rule); }
.emails li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.125rem 1rem; padding: 0.875rem 0; border-bottom: 1px solid var(--rule); }
.emails a { flex: 1 0 100%; padding: 0.25rem 0; font: 450 1.125rem/1.4 var(--serif); overflow-wrap: anywhere; }
.to { overflow-wrap: anywhere; }
nav { display: flex; gap: 1.5rem; margin: 1.5rem 0 1rem; border-bottom: 1px solid var(--rule); }
nav a { display: block; padding: 0.75rem 0; color: var(--ink-2); text-decoration: none; }
nav a[aria-current] { color: var(--ink); font-weight: 600; box-shadow: 0 2px 0 var(--accent); }
iframe { display: block; width: 100%; height: max(36rem, 78vh); border: 1px solid var(--rule); border-radius: 10px; background: var(--paper); }
pre, dl { margin: 0; padding: 1.25rem; border: 1px solid var(--rule); border-radius: 10px; background: var(--sheet); font: 0.9375rem/1.6 ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
dl { white-space: normal; } dt { color: var(--ink-3); } dd { margin: 0 0 0.75rem; }
`;

const maxListed = 200;

/**
 * `/outbox` lists the kept emails (as JSON with `?format=json`), and `/outbox/{id}` shows one: only on loopback and
 * while no mail server is set. `isOnThisMachine` decides for each request whether it may see them.
 */
export function outboxRoutes(outbox: Outbox, isOnThisMachine: (c: Context) => boolean): Hono {
  const app = new Hono();

  app.get("/outbox", async (c) => {
    if (!isOnThisMachine(c)) return c.notFound();
    const emails = await outbox.list(maxListed);
    if (c.req.query("format") === "json") {
      return c.json({ mails: emails.map(summary) }, 200, { "Cache-Control": "no-store" });
    }
    return page(c, "Outbox", listing(emails));
  });

  app.get("/outbox/:id", async (c) => {
    const mail = isOnThisMachine(c) ? await outbox.find(c.req.param("id")) : undefined;
    if (mail === undefined) return c.notFound();
    return page(c, mail.subject, single(mail, findView(c.req.query("view"))));
  });

  app.get("/outbox/:id/html", async (c) => {
    const mail = isOnThisMachine(c) ? await outbox.find(c.req.param("id")) : undefined;
    if (mail === undefined) return c.notFound();
    // A link inside the frame opens in place of the whole page, as it would in a mail program.
    const framed = mail.html.replace("<head>", '<head><base target="_top"/>');
    return c.html(framed, 200, { ...privateHeaders, "Content-Security-Policy": mailPolicy });
  });

  return app;
}

const privateHeaders = { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" };

const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(outboxCss).digest("base64")}'`,
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const mailPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-top-navigation-by-user-activation",
].join("; ");

function page(c: Context, title: string, body: unknown) {
  return c.html(document(title, body), 200, {
    ...privateHeaders,
    "Content-Security-Policy": pagePolicy,
  });
}

const views = ["email", "text", "headers"] as const;
type View = (typeof views)[number];

function findView(name: string | undefined): View {
  return views.find((view) => view === name) ?? "email";
}

function summary(mail: KeptEmail) {
  return {
    id: mail.id,
    kind: mail.kind,
    to: mail.to,
    subject: mail.subject,
    created_at: mail.created_at,
    text: mail.text,
    html: mail.html,
    headers: mail.headers,
    links: linksIn(mail.html),
  };
}

function linksIn(markup: string): string[] {
  const links = markup.matchAll(/<a\s[^>]*href="([^"]*)"/g);
  return [...new Set([...links].map(([, href = ""]) => href.replaceAll("&amp;", "&")))];
}

function document(title: string, body: unknown) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${raw(outboxCss)}</style>
</head>
<body>
<header><a class="wordmark" href="/">${wordmark}</a></header>
<main>${body}</main>
</body>
</html>`;
}

function listing(emails: readonly KeptEmail[]) {
  return html`
<h1>Outbox</h1>
<p class="hint">Emails and text messages are kept here because no server is set up to send them. None of them was sent.</p>
${
  emails.length === 0
    ? html`<p class="empty">No emails yet.</p>`
    : html`<ul class="emails">${emails.map(
        (mail) => html`<li>
<a href="/outbox/${mail.id}"><span class="subject">${mail.subject}</span></a>
<span class="to">${mail.to}</span>
<time datetime="${mail.created_at}">${readableTime(mail.created_at)}</time>
</li>`,
      )}</ul>`
}`;
}

function single(mail: KeptEmail, view: View) {
  return html`
<p><a href="/outbox">All emails</a></p>
<h1>${mail.subject}</h1>
<p class="hint">To ${mail.to}, <time datetime="${mail.created_at}">${readableTime(mail.created_at)}</time></p>
<nav aria-label="Ways to view this email">${views.map(
    (name) =>
      html`<a href="?view=${name}"${name === view ? raw(' aria-current="page"') : ""}>${viewNames[name]}</a>`,
  )}</nav>
${shown(mail, view)}`;
}

const viewNames: Record<View, string> = { email: "Email", text: "Text", headers: "Headers" };

function shown(mail: KeptEmail, view: View) {
  if (view === "text") return html`<pre>${mail.text}</pre>`;
  if (view === "email") {
    return html`<iframe title="${mail.subject}" src="/outbox/${mail.id}/html"></iframe>`;
  }
  const headers = {
    From: mail.from,
    To: mail.to,
    Subject: mail.subject,
    "Message-ID": mail.message_id,
    ...mail.headers,
  };
  return html`<dl>${Object.entries(headers).map(
    ([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`,
  )}</dl>`;
}

function readableTime(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`;
}
