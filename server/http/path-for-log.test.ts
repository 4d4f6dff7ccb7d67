import { expect, it } from "vitest";
import { pathForLog } from "./path-for-log.ts";

const token = "Zk3q_wX9bT-a7RmYc1vLp0sNd8eHfUgJi2KoVx5A";

/** Every way to cut the token into equal pieces, with what people and programs put between them. */
const cut = Array.from({ length: token.length }, (_, index) => index + 1).flatMap((length) =>
  ["/", ".", "-", "_", "/.", "%3F", "=/", "/x/"].map(
    (between) => [length, between, token.match(new RegExp(`.{1,${length}}`, "g"))] as const,
  ),
);

it("the log has less than half of a token that is in pieces of any length", () => {
  for (const [length, between, pieces] of cut) {
    for (const path of [pieces?.join(between) ?? "", `api/${pieces?.join(between)}`]) {
      const logged = pathForLog(`/${path}`).replaceAll("[redacted]", "");
      const left = (pieces ?? [])
        .filter((piece) => logged.split(/[/.%=]/).includes(piece))
        .join("");
      expect(left.length, `${length} ${between} ${logged}`).toBeLessThan(token.length / 2);
      expect(logged).not.toMatch(/[A-Z]|\d{2}/);
    }
  }
});

it.each([
  ["/", "/"],
  ["/healthz", "/healthz"],
  ["/api/openapi.json", "/api/openapi.json"],
  ["/auth/v1/.well-known/jwks.json", "/auth/v1/.well-known/jwks.json"],
  [
    "/storage/v1/object/public/circle-covers/1b9d/1.png",
    "/storage/v1/object/public/circle-covers/[redacted]/[redacted]",
  ],
  ["/api/circles/1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed/invites", "/api/circles/[redacted]/invites"],
  ["/assets/app-B4xYz_1-.js", "/assets/app-B4xYz_1-.js"],
  ["/assets/app-B4xYz_1-.js/B4xYz_1-", "/assets/[redacted]/[redacted]"],
  ["/assets/app-B4xYz_1-Q.js", "/assets/[redacted]"],
  ["/old-page.html", "/old-page.html"],
  ["/invite%3Ftoken", "/invite[redacted]"],
])("the log names the pages of %s", (path, logged) => {
  expect(pathForLog(path)).toBe(logged);
});
