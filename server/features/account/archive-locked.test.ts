import { expect, it } from "vitest";
import { useTestApp } from "#server/testing/app.ts";
import { readArchive } from "#server/testing/files/read-archive.ts";

const app = useTestApp({ environment: { BILLING: "test" } });

it("a locked paraline is downloaded with a sentence in place of what people wrote", async () => {
  const owner = await app.createOwner();
  const id = await app.circles.create(owner, { people: ["ana"] });
  await app.circles.answerAs(id, "ana", { answers: { 1: "Go and bake." } });

  const files = await readArchive(await app.as(owner, "GET", "/api/account/download"));
  const text = [...files.values()].join("\n");
  expect(text).not.toContain("Go and bake.");
  const sentence = "Unlock the results of this paraline to read them.";
  const of = (ending: string) => [...files].find(([name]) => name.endsWith(ending))?.[1].toString();
  expect(JSON.parse(of("paraline.json") ?? "")).toMatchObject({
    circle: { responses_count: 1 },
    results: { locked: sentence },
    insights: { locked: sentence },
  });
  expect(of("answers.csv")).toContain(sentence);
  expect(of("encouragements.csv")).toContain(sentence);
});
