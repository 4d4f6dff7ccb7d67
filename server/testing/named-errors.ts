import { z } from "zod";

const openApi = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({ responses: z.record(z.string(), z.object({ description: z.string() })) }),
    ),
  ),
});

const refusal = z.object({ code: z.string() });

type Request = (path: string, init?: RequestInit) => Promise<Response>;

/**
 * Checks that every error of an endpoint is one that its contract names: callers rely on the codes that the API
 * document lists, and a code that is thrown deep inside is easily forgotten there.
 */
export function withNamedErrors(request: Request): Request {
  let reading: Promise<(method: string, pathname: string, code: string) => boolean> | undefined;
  return async (path, init) => {
    const response = await request(path, init);
    const { pathname } = new URL(path, "http://localhost");
    const isOurs = /^\/(api|functions\/v1)\//.test(pathname);
    if (response.status < 400 || !isOurs) return response;
    const body = refusal.safeParse(
      await response
        .clone()
        .json()
        .catch(() => undefined),
    );
    const method = (init?.method ?? "GET").toLowerCase();
    reading ??= readNamed(request);
    const isNamed = await reading;
    if (body.success && !isNamed(method, pathname, body.data.code)) {
      throw new Error(
        `${method.toUpperCase()} ${pathname} refuses with ${body.data.code}, which its contract does not name`,
      );
    }
    return response;
  };
}

async function readNamed(request: Request) {
  const { paths } = openApi.parse(await (await request("/api/openapi.json")).json());
  const endpoints = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => ({
      method,
      pattern: new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
      words: Object.values(responses)
        .map(({ description }) => description)
        .join("\n"),
    })),
  );
  return (method: string, pathname: string, code: string) => {
    const served = endpoints.filter(
      (endpoint) => endpoint.method === method && endpoint.pattern.test(pathname),
    );
    return served.length === 0 || served.some(({ words }) => words.includes(`\`${code}\``));
  };
}
