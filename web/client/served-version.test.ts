import { expect, test, vi } from "vitest";
import { isAnotherBuildServed } from "./served-version.ts";

const page = (script: string) => `<script type="module" crossorigin src="${script}"></script>`;

function serve(fetch: () => Promise<Response>): void {
  document.body.innerHTML = page("/assets/index-one.js");
  vi.stubGlobal("fetch", fetch);
}

test.each([
  ["another script", 200, page("/assets/index-two.js"), true],
  ["the same script", 200, page("/assets/index-one.js"), false],
  ["an error", 503, "starting", false],
])("a server that has %s at the page's address", async (_, status, body, isAnother) => {
  serve(async () => new Response(body, { status }));
  expect(await isAnotherBuildServed()).toBe(isAnother);
});

test("a server that cannot be reached does not count as having another build", async () => {
  serve(() => Promise.reject(new TypeError("offline")));
  expect(await isAnotherBuildServed()).toBe(false);
});
