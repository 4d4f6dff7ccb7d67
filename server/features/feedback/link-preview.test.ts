import { expect, test } from "vitest";
import { useTestApp } from "#server/testing/app.ts";

const app = useTestApp();
const owner = app.useOwner({ full_name: "Maya Okafor" });

/** The tags that messengers read, without those that only a browser reads. */
async function readPreview(address: string): Promise<Record<string, string>> {
  const html = await (await app.request(address)).text();
  const tags = html.matchAll(/<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)"/g);
  return Object.fromEntries([...tags].map(([, name, content]) => [name, content]));
}

test("every private and share link is previewed alike, which tells nothing about the paraline", async () => {
  const named = await app.circles.seed(owner);
  const anonymous = await app.circles.seed(owner, { is_anonymous: true });
  await app.circles.change(anonymous.id, { open_link: "open" });
  const closed = await app.circles.seed(owner);
  await app.circles.change(closed.id, { status: "completed", closed_at: app.clock.now() });
  const links = [
    `/invite?token=${named.findToken(0)}`,
    `/invite?token=${anonymous.findToken(0)}`,
    `/invite?token=${closed.findToken(0)}`,
    `/invite?token=${"0".repeat(32)}`,
    `/feedback?circle=${named.id}`,
    `/feedback?circle=${anonymous.id}`,
    `/feedback?circle=${closed.id}`,
    "/feedback?circle=unknown",
  ];
  const previews = await Promise.all(links.map(readPreview));
  for (const preview of previews) expect(preview).toEqual(previews[0]);
  expect(previews[0]).toMatchObject({
    "og:title": "Someone would like to hear how you see it",
    "og:description": "A few questions, answered in private. No account needed.",
    "twitter:card": "summary_large_image",
  });
  expect(JSON.stringify(previews)).not.toMatch(/bakery|Maya|token|circle/);
});

test("a link is previewed with a picture of 1200 by 630 pixels, which caches may keep", async () => {
  const preview = await readPreview("/");
  expect(preview["og:title"]).toBe("Build your personal advisory board");
  const picture = preview["og:image"] ?? "";
  const { publicUrl } = app.deps.config;
  expect(picture.startsWith(`${publicUrl}/assets/`)).toBe(true);

  const answer = await app.request(picture.slice(publicUrl.length));
  expect(answer.headers.get("content-type")).toBe("image/png");
  expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  const header = Buffer.from(await answer.arrayBuffer());
  expect([header.readUInt32BE(16), header.readUInt32BE(20)]).toEqual([1200, 630]);
});

test.each(["/thank-you", "/unsubscribe", "/pricing"])(
  "%s is not previewed as an invitation",
  async (address) => {
    expect(await readPreview(address)).toEqual({});
  },
);
