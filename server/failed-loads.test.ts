import { createElement } from "react";
import { expect, it, vi } from "vitest";
import { openBucket } from "#server/system/bucket.ts";
import { createMetrics } from "#server/telemetry/metrics.ts";
import { createTestClock } from "#server/testing/clock.ts";
import { startS3Double } from "#server/testing/s3-double.ts";

/** Lets a package fail to load while a function runs, as when the process has no file descriptor left. */
async function withoutPackage(name: string, run: () => Promise<unknown>): Promise<void> {
  vi.doMock(name, () => {
    throw new Error("EMFILE: too many open files");
  });
  try {
    await expect(run()).rejects.toThrow();
  } finally {
    vi.doUnmock(name);
  }
}

it("emails can be rendered once the packages for it can be loaded again", async () => {
  // Another test of this process may have loaded them already.
  vi.resetModules();
  const { renderEmail } = await import("#server/mail/render-email.ts");
  const render = () => renderEmail("A subject", createElement("p", {}, "A sentence."));
  await withoutPackage("html-to-text", render);
  expect((await render()).text).toBe("A sentence.\n");
});

it("/metrics can be read once the package for it can be loaded again", async () => {
  const { start } = createMetrics(createTestClock());
  await withoutPackage("prom-client", start);
  expect(await (await start()).write()).toContain("paraline_build_info");
});

it("the bucket can be used once the package for it can be loaded again", async () => {
  const s3 = await startS3Double();
  const bucket = openBucket(s3.bucket);
  const find = () => bucket.find("covers/owner/1.png");
  await withoutPackage("@aws-sdk/client-s3", find);
  expect(await find()).toBeUndefined();
  await s3.close();
});
