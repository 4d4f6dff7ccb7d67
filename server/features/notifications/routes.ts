import type { Context, Hono } from "hono";
import { turnOffPath } from "#contract/notifications.ts";
import type { TurnOffPageModel } from "#contract/pages.ts";
import type { Db } from "#server/db/tables.ts";
import { htmlResponse } from "#server/http/pages/html.ts";
import type { WebBuild } from "#server/http/pages/web-build.ts";
import { readForm } from "#server/http/read-form.ts";
import type { AppEnv } from "#server/http/request-context.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { findEmailOptOut, turnOffEmails } from "./turn-off-emails.ts";

export function notificationRoutes(
  app: Hono<AppEnv>,
  { db, clock, secrets, web }: { db: Db; clock: Clock; secrets: Secrets; web: WebBuild },
): void {
  async function page(c: Context<AppEnv>, model: TurnOffPageModel): Promise<Response> {
    return htmlResponse(c, await web.pages.turnOff(model, web.assets), {
      status: model.state === "invalid" ? 404 : 200,
      styles: web.styleHashes,
      headers: { "Referrer-Policy": "no-referrer" },
    });
  }

  // Mail programs and scanners open links automatically, so only a POST request turns anything off.
  app.get(turnOffPath, async (c) => {
    const claim = await findEmailOptOut({ db, secrets }, c.req.query("token") ?? "");
    return page(c, claim === undefined ? { state: "invalid" } : { state: "ask", box: claim.box });
  });

  app.post(turnOffPath, async (c) => {
    const form = await readForm(c.req.raw);
    const claim = await findEmailOptOut({ db, secrets }, c.req.query("token") ?? "");
    if (claim === undefined || !(await turnOffEmails({ db, clock }, claim))) {
      return page(c, { state: "invalid" });
    }
    // A mail program does not show a page after its one click (RFC 8058).
    if (form.get("List-Unsubscribe") === "One-Click") return c.body(null, 200);
    return page(c, { state: "done", box: claim.box });
  });
}
