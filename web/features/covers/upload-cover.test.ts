import { describe, expect, test } from "vitest";
import { coverExtension, uploadCover } from "./upload-cover.ts";

describe("a cover chosen in the browser", () => {
  test("is uploaded with the extension of its type", () => {
    expect(coverExtension({ name: "me.PNG", type: "image/png" })).toBe("png");
    expect(coverExtension({ name: "me.png", type: "image/jpeg" })).toBe("jpeg");
    expect(coverExtension({ name: "me.JPG", type: "" })).toBe("jpg");
  });

  test("is refused with a clear sentence, before anything is sent, when it can't be a cover", async () => {
    const svg = new File(["<svg/>"], "me.svg", { type: "image/svg+xml" });
    await expect(uploadCover(svg, () => {})).rejects.toMatchObject({
      code: "cover_not_an_image",
      message: "Please choose a JPEG, PNG, WebP, AVIF or GIF image.",
    });
    const big = new File([new Uint8Array(10 * 1024 * 1024 + 1)], "me.png", { type: "image/png" });
    await expect(uploadCover(big, () => {})).rejects.toMatchObject({
      code: "cover_too_large",
      message: "Please choose an image of at most 10 MB.",
    });
  });
});
