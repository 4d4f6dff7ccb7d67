import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Hono } from "hono";
import type { EndpointDefinition } from "#contract/endpoint.ts";
import { openApiDocument } from "./openapi.ts";
import { htmlResponse } from "./pages/html.ts";
import type { AppEnv } from "./request-context.ts";

const files = "/api/docs/files/";

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The API · Paraline</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="${files}swagger-ui.css">
<script src="${files}swagger-ui-bundle.js" defer></script>
<script src="/api/docs/start.js" defer></script>
</head>
<body><div id="api"></div></body>
</html>
`;

const start = `window.SwaggerUIBundle({ url: "/api/openapi.json", dom_id: "#api", deepLinking: true });\n`;

/** `/api/openapi.json`, and `/api/docs`, which shows it with our own files and nothing from third parties. */
export function apiDocsRoutes(
  app: Hono<AppEnv>,
  endpoints: readonly EndpointDefinition[],
  publicUrl: string,
): void {
  app.get("/api/openapi.json", (c) => c.json(openApiDocument(endpoints, publicUrl)));
  app.get("/api/docs", (c) => htmlResponse(c, page));
  app.get("/api/docs/start.js", (c) =>
    c.body(start, 200, { "Content-Type": "text/javascript; charset=utf-8" }),
  );
  const dist = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
  app.get(
    `${files}*`,
    serveStatic({ root: "/", rewriteRequestPath: (path) => join(dist, path.slice(files.length)) }),
  );
}
