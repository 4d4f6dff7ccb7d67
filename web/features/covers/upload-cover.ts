import { coverExtensions } from "#contract/covers.ts";
import { errorMessage } from "#contract/errors.ts";
import { limits } from "#contract/limits.ts";
import { ApiError, apiError } from "#web/client/api.ts";
import { callAsOwner } from "#web/client/owner-api.ts";

export const coverTypes = "image/jpeg,image/png,image/webp,image/avif,image/gif";

/** XMLHttpRequest, because fetch does not report progress. @throws ApiError */
export async function uploadCover(
  file: File,
  onProgress: (percent: number) => void,
): Promise<string> {
  const extension = coverExtension(file);
  if (extension === undefined) throw refused("cover_not_an_image", 422);
  if (file.size > limits.coverBytes) throw refused("cover_too_large", 413);
  const address = `/api/covers/${Date.now()}.${extension}`;
  return callAsOwner((headers) => send(address, file, headers, onProgress));
}

/** Undefined if it cannot be a cover. */
export function coverExtension(file: Pick<File, "name" | "type">): string | undefined {
  const claimed = file.type.startsWith("image/")
    ? file.type.slice("image/".length)
    : file.type === ""
      ? file.name.split(".").at(-1)?.toLowerCase()
      : undefined;
  return coverExtensions.find((extension) => extension === claimed);
}

function send(
  address: string,
  file: File,
  headers: Record<string, string>,
  onProgress: (percent: number) => void,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("PUT", address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.setRequestHeader("Content-Type", file.type || "application/octet-stream");
    request.responseType = "json";
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(Math.round((event.loaded / event.total) * 100));
    };
    request.onload = () => {
      const address = addressIn(request.response);
      if (request.status === 200 && address !== undefined) resolve(address);
      else reject(apiError(request.status, request.response));
    };
    request.onerror = () => reject(apiError(0, undefined));
    request.send(file);
  });
}

function addressIn(answer: unknown): string | undefined {
  return typeof answer === "object" &&
    answer !== null &&
    "cover_image_url" in answer &&
    typeof answer.cover_image_url === "string"
    ? answer.cover_image_url
    : undefined;
}

function refused(code: "cover_not_an_image" | "cover_too_large", status: number): ApiError {
  return new ApiError(code, errorMessage(code), status);
}
