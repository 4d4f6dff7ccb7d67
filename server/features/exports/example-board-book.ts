import type { Hono } from "hono";
import { example } from "#contract/example/example.ts";
import { resultsFileSchema } from "#contract/exports.ts";
import { exampleBoardBookPath } from "#contract/paths.ts";
import type { AppEnv } from "#server/http/request-context.ts";
import type { HeavyWork } from "#server/system/heavy-work.ts";
import { openOnce } from "#server/system/open-once.ts";
import { buildFileName } from "./build-file-name.ts";
import { boardBookTask } from "./write-board-book.ts";

/** The example's board book, for everyone. It is always the same, so it is written once and kept. */
export function exampleBoardBookRoute(
  app: Hono<AppEnv>,
  { heavyWork }: { heavyWork: HeavyWork },
): void {
  const write = openOnce(() => {
    const { circle, results, insights, decision, ownerName, today } = example;
    const file = resultsFileSchema.parse({
      ...results,
      format: "paraline-results/1",
      exported_on: today,
      // Every page of the book has the title.
      circle: { ...circle, title: `An example: ${circle.title}` },
      insights,
      further_questions: [],
      decision: decision.decision,
    });
    const input = { file, owner_name: ownerName, cover: undefined, now: new Date(today) };
    return heavyWork.run(boardBookTask, input, { owner: undefined });
  });
  app.get(exampleBoardBookPath, async () => {
    const fileName = buildFileName("board-book", example.circle.title, "pdf");
    return new Response(await write(), {
      headers: {
        "Content-Type": "application/pdf",
        "Content-Disposition": `attachment; filename="${fileName}"`,
        "Cache-Control": "public, max-age=86400",
      },
    });
  });
}
