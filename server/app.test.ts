import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { createApp, createStartingApp } from "#server/app.ts";
import { loadConfig } from "#server/config/config.ts";
import { paymentSettings } from "#server/features/billing/providers.ts";
import { loadWebBuild } from "#server/http/pages/web-build.ts";
import { createLog } from "#server/system/log.ts";
import { useTestApp } from "#server/testing/app.ts";
import { recordStatements } from "#server/testing/database/statements.ts";

const app = useTestApp();

/** The same app with other settings. */
async function appWith(config: Partial<typeof app.deps.config>) {
  const deps = { ...app.deps, config: { ...app.deps.config, ...config } };
  return createApp(deps, await loadWebBuild("dist"));
}

describe("an operator", () => {
  test("learns that the process is alive before it is ready", async () => {
    const starting = createStartingApp(app.deps.config);
    expect((await starting.request("/healthz")).status).toBe(200);
    expect((await starting.request("/readyz")).status).toBe(503);
    expect((await starting.request("/")).status).toBe(503);
  });

  test("learns that database, storage and migrations are in order", async () => {
    const answer = await app.request("/readyz");
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      status: "ready",
      checks: { database: "ok", migrations: "ok", storage: "ok" },
      cleanup: "ok",
    });
  });

  test("sees what is not working", async () => {
    const elsewhere = await appWith({ dataDir: "/nowhere/at/all" });
    const answer = await elsewhere.request("/readyz");
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ checks: { database: "ok", storage: "failed" } });
  });

  test("reads metrics on loopback, or with the token if there is one", async () => {
    expect(await (await app.request("/metrics")).text()).toContain("process_cpu_seconds_total");
    const guarded = await appWith({ metricsToken: "a-long-enough-token" });
    const ask = (authorization: string) => ({ headers: { Authorization: authorization } });
    expect((await guarded.request("/metrics")).status).toBe(404);
    expect((await guarded.request("/metrics", ask("Bearer other"))).status).toBe(404);
    const allowed = await guarded.request("/metrics", ask("Bearer a-long-enough-token"));
    expect(allowed.status).toBe(200);
  });

  test("is contacted about a vulnerability at the address that they chose", async () => {
    const address = "/.well-known/security.txt";
    expect((await app.request(address)).status).toBe(404);
    const reachable = await appWith({ securityContact: "mailto:security@example.com" });
    const answer = await reachable.request(address);
    expect(answer.headers.get("Content-Type")).toMatch(/^text\/plain; ?charset=utf-8$/i);
    const text = await answer.text();
    expect(text).toContain("Contact: mailto:security@example.com\n");
    expect(text).toContain(`Canonical: ${app.deps.config.publicUrl}${address}\n`);
    const expires = new Date(/^Expires: (.+)$/m.exec(text)?.[1] ?? "");
    const days = (expires.getTime() - app.deps.clock.now().getTime()) / 86_400_000;
    expect(days).toBeGreaterThan(178);
    expect(days).toBeLessThanOrEqual(180);
  });

  test("learns within seconds that nothing can be written any more, and that it can again", async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), "paraline-ready-"));
    const elsewhere = await appWith({ dataDir: dataFolder });
    const storage = async () => {
      const answer = await elsewhere.request("/readyz");
      const { checks } = (await answer.json()) as { checks: { storage: string } };
      return [answer.status, checks.storage];
    };
    expect(await storage()).toEqual([200, "ok"]);
    expect(await readdir(dataFolder)).toEqual([]);
    await rm(dataFolder, { recursive: true });
    expect(await storage()).toEqual([200, "ok"]);
    app.clock.advance({ seconds: 5 });
    expect(await storage()).toEqual([503, "failed"]);
    await mkdir(dataFolder);
    app.clock.advance({ seconds: 5 });
    expect(await storage()).toEqual([200, "ok"]);
    await rm(dataFolder, { recursive: true });
  });

  test("learns within seconds that the database no longer accepts writes, and that it does again", async () => {
    const databaseState = async () => {
      app.clock.advance({ seconds: 5 });
      const answer = await app.request("/readyz");
      const { checks } = (await answer.json()) as { checks: { database: string } };
      return [answer.status, checks.database];
    };
    expect(await databaseState()).toEqual([200, "ok"]);
    // This raises the error of a statement when the disk is full.
    await sql`
      create function refuse() returns trigger language plpgsql as
      $$ begin raise exception using errcode = 'disk_full'; end $$`.execute(app.db);
    await sql`
      create trigger full_disk before update on database_state
      execute function refuse()`.execute(app.db);
    expect(await databaseState()).toEqual([503, "failed"]);
    await sql`drop function refuse cascade`.execute(app.db);
    expect(await databaseState()).toEqual([200, "ok"]);
  });

  test("can ask often without causing frequent writes", async () => {
    app.clock.advance({ seconds: 5 });
    await app.request("/readyz");
    const statements = await recordStatements(app.db, async () => {
      app.clock.advance({ seconds: 4 });
      for (let time = 0; time < 3; time += 1) await app.request("/readyz");
    });
    expect(statements.filter((statement) => /insert|update/i.test(statement))).toEqual([]);
  });

  test("learns that a folder cannot be written to, although its permissions allow it", async () => {
    // A system folder that always exists and where no one can store a file.
    const elsewhere = await appWith({ dataDir: "/proc/self" });
    expect((await elsewhere.request("/readyz")).status).toBe(503);
  });

  test("cannot read metrics through a proxy, even one on the same machine", async () => {
    const forwarded = { headers: { "X-Forwarded-For": "203.0.113.7" } };
    expect((await app.request("/metrics", forwarded)).status).toBe(404);
    const { config } = loadConfig(
      {
        DATA_DIR: app.deps.config.dataDir,
        PUBLIC_URL: "https://paraline.example",
        BILLING: "off",
      },
      paymentSettings,
    );
    const published = await appWith(config);
    expect((await published.request("/metrics")).status).toBe(404);
    expect((await published.request("/metrics", forwarded)).status).toBe(404);
    const guarded = await appWith({ ...config, metricsToken: "a-long-enough-token" });
    const answer = await guarded.request("/metrics", {
      headers: { ...forwarded.headers, Authorization: "Bearer a-long-enough-token" },
    });
    expect(answer.status).toBe(200);
  });

  test("has an outbox only on loopback", async () => {
    expect((await app.request("/outbox")).status).toBe(200);
    const published = await appWith({ onLoopback: false });
    expect((await published.request("/outbox")).status).toBe(404);
  });
});

describe("an unknown address", () => {
  test.each(["/nowhere", "/circles/7", "/.env", "/assets/none.js"])(
    "%s is a page with status 404 and a link home",
    async (path) => {
      const answer = await app.request(path);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain("Oops! Page not found");
    },
  );

  test.each([
    "/api/nowhere",
    "/functions/v1/none",
    "/storage/v1/none",
    "/auth/v1/none",
    "/outbox/none/at/all",
    "/healthz/none",
    "/readyz/none",
    "/metrics/none",
  ])("%s answers as JSON", async (path) => {
    const answer = await app.request(path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get("content-type")).toContain("application/json");
  });
});

describe("an unknown page in the log", () => {
  /** What is logged on the default level while a page is requested. */
  async function readLog(path: string): Promise<unknown[]> {
    const lines: string[] = [];
    const { config } = loadConfig(
      { DATA_DIR: app.deps.config.dataDir, BILLING: "off" },
      paymentSettings,
    );
    const log = createLog(config.logLevel, { write: (line) => lines.push(line) });
    const asked = await createApp({ ...app.deps, log }, await loadWebBuild("dist"));
    await asked.request(path);
    return lines.map((line): unknown => JSON.parse(line));
  }

  const token = "3f2b6a52-7e0d-4c0a-9d9e-6a3b1a2c4d5e";

  test.each([
    ["/nowhere", "/nowhere"],
    ["/assets/none-B4xY.js", "/assets/none-B4xY.js"],
    [`/feedbak?token=${token}`, "/feedbak"],
    [`/feedback%3Ftoken=${token}`, "/feedback[redacted]"],
    [`/feedback%3ftoken%3d${token}`, "/feedback[redacted]"],
    [`/feedback/${token}/`, "/feedback/[redacted]/"],
    [`/feedback/token=${token}`, "/feedback/[redacted]"],
    [`/feedback/token.${token}`, "/feedback/[redacted]"],
    ["/ana@people.example", "/[redacted]"],
    ["/ana%40people.example", "/[redacted]"],
    ["/%E0%A4%A", "/[redacted]"],
  ])("%s is one line, %s", async (asked, path) => {
    expect(await readLog(asked)).toEqual([
      expect.objectContaining({ msg: "no such page", method: "GET", path }),
    ]);
  });

  test("has a short line, however long the path is", async () => {
    const [line] = await readLog(`/${"a/".repeat(5000)}`);
    expect(JSON.stringify(line).length).toBeLessThan(500);
  });

  test.each(["/", "/pricing", "/circles/", "/api/nowhere"])("%s is not logged", async (path) => {
    expect(await readLog(path)).toEqual([]);
  });
});

describe("a known address with a slash at its end", () => {
  test.each([
    ["/circles/", "/circles"],
    ["/dashboard/?a=b", "/dashboard?a=b"],
    ["/pricing//", "/pricing"],
    ["/invite/?token=x", "/invite?token=x"],
  ])("%s leads to %s", async (path, target) => {
    const answer = await app.request(path);
    expect(answer.status).toBe(308);
    expect(answer.headers.get("location")).toBe(target);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test.each(["/nowhere/", "//elsewhere.example/", "//elsewhere.example/circles/"])(
    "a slash at the end of %s leads nowhere",
    async (path) => {
      expect((await app.request(`http://localhost${path}`)).status).toBe(404);
    },
  );
});

describe("every page", () => {
  test.each(["/", "/pricing", "/auth", "/circles", "/create", "/feedback", "/thank-you"])(
    "%s allows our own files only, and no frames",
    async (path) => {
      const answer = await app.request(path);
      const policy = answer.headers.get("content-security-policy") ?? "";
      expect(answer.status).toBe(200);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain("unsafe");
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.headers.get("cross-origin-opener-policy")).toBe("same-origin");
      expect(answer.headers.get("permissions-policy")).toContain("camera=()");
      expect(answer.headers.get("set-cookie")).toBeNull();
    },
  );

  test("only the preview of the dashboard may be framed, and only by the product itself", async () => {
    const preview = await app.request("/circles?preview");
    expect(preview.headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
    const framed = await app.request("/dashboard?preview");
    expect(framed.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  });

  test("is compressed for clients that accept it", async () => {
    const accept = (encodings: string) =>
      app.request("/pricing", { headers: { "Accept-Encoding": encodings } });
    expect((await accept("gzip, br")).headers.get("content-encoding")).toBe("br");
    expect((await accept("gzip")).headers.get("content-encoding")).toBe("gzip");
    expect((await accept("br;q=0, identity")).headers.get("content-encoding")).toBeNull();
  });
});

describe("the API's description", () => {
  test("lists the endpoints with who may call them and which errors they return", async () => {
    const document = (await (await app.request("/api/openapi.json")).json()) as {
      openapi: string;
      paths: Record<string, Record<string, { security: unknown; responses: object }>>;
    };
    expect(document.openapi).toBe("3.1.0");
    const create = document.paths["/api/circles"]?.post;
    expect(create?.security).toEqual([{ owner: [] }]);
    expect(Object.keys(create?.responses ?? {})).toEqual(expect.arrayContaining(["201", "422"]));
    expect(document.paths["/api/circles/{id}/feedback"]?.get).toBeDefined();
    expect(document.paths["/api/feedback"]?.post?.security).toEqual([{ invitee: [] }]);
  });

  test("is shown with our own files", async () => {
    const page = await (await app.request("/api/docs")).text();
    const addresses = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
    expect(addresses.length).toBeGreaterThan(3);
    for (const address of addresses) {
      expect(address).toMatch(/^\//);
      expect((await app.request(String(address))).status).toBe(200);
    }
  });
});

test("every owner's endpoint refuses callers who are not signed in", async () => {
  const { paths } = (await (await app.request("/api/openapi.json")).json()) as {
    paths: Record<string, Record<string, { security: Record<string, unknown>[] }>>;
  };
  const guarded = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => security.some((scheme) => "owner" in scheme))
      .map(([method]) => [method.toUpperCase(), path] as const),
  );
  expect(guarded.length).toBeGreaterThan(8);
  for (const [method, path] of guarded) {
    const answer = await app.request(path.replace(/\{\w+\}/g, crypto.randomUUID()), { method });
    expect([method, path, answer.status]).toEqual([method, path, 401]);
  }
});
