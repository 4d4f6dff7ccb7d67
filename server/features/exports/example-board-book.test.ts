import { describe, expect, it } from "vitest";
import { example } from "#contract/example/example.ts";
import { useTestApp } from "#server/testing/app.ts";
import { readPdf } from "#server/testing/files/read-pdf.ts";

const app = useTestApp();

describe("the example", () => {
  it("is a page that may be found", async () => {
    for (const address of ["/example", "/example/decision"]) {
      const response = await app.request(address);
      expect(response.status).toBe(200);
      const html = await response.text();
      expect(html).toContain("<title>An example · Paraline</title>");
      expect(html).not.toContain("noindex");
    }
    expect((await app.request("/example/nothing")).status).toBe(404);
    expect(await (await app.request("/circles")).text()).toContain("noindex");
  });

  it("has a board book for everyone, which says that it is an example", async () => {
    const response = await app.request("/example/board-book.pdf");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/pdf");
    expect(response.headers.get("content-disposition")).toBe(
      'attachment; filename="board-book-should-i-take-over-the-corner-bakery.pdf"',
    );
    expect(response.headers.get("cache-control")).toBe("public, max-age=86400");
    const bytes = new Uint8Array(await response.arrayBuffer());
    const text = await readPdf(bytes);
    const { circle, results, decision } = example;
    expect(text.split(`An example: ${circle.title}`).length).toBeGreaterThan(3);
    for (const { note } of results.encouragements) expect(text).toContain(note.slice(0, 30));
    expect(text).toContain(decision.decision.prediction);

    const again = await app.request("/example/board-book.pdf");
    expect(new Uint8Array(await again.arrayBuffer())).toEqual(bytes);
  });
});
