import sharp from "sharp";
import { uploadCover as endpoint } from "#contract/covers.ts";
import type { TestCalls } from "./calls.ts";
import type { TestOwner } from "./owners.ts";

/** A small picture of one color. */
export const plainPicture = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: "#24457a" } });

/** Sends a cover as the browser does, a small picture unless another body is given. */
export async function putCover(
  app: Pick<TestCalls, "request">,
  owner: Pick<TestOwner, "access_token">,
  file: string,
  body?: Uint8Array<ArrayBuffer> | ReadableStream,
): Promise<Response> {
  return app.request(`/api/covers/${file}`, {
    method: "PUT",
    headers: { Authorization: `Bearer ${owner.access_token}`, "Content-Type": "image/png" },
    body: body ?? new Uint8Array(await plainPicture().png().toBuffer()),
    ...(body instanceof ReadableStream && { duplex: "half" }),
  });
}

/** The same, but it has to succeed. Returns the cover's address. */
export async function uploadCover(
  app: Pick<TestCalls, "request">,
  owner: Pick<TestOwner, "access_token">,
  file: string,
  body?: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const response = await putCover(app, owner, file, body);
  if (response.status !== 200) throw new Error(`${file}: ${await response.text()}`);
  return endpoint.output.parse(await response.json()).cover_image_url;
}
