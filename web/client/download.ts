import type { EndpointDefinition, EndpointInput } from "#contract/endpoint.ts";
import { apiError } from "./api.ts";
import { authorization, followRefusal } from "./owner-api.ts";

/**
 * Fetches a file as the signed-in owner and hands it to the browser to keep, under the name that the server gives it.
 * @throws ApiError with the code of the contract, or `unreachable`.
 */
export async function downloadOwnerFile<E extends EndpointDefinition>(
  path: E["path"],
  { params }: EndpointInput<E> & { params: Record<string, unknown> },
): Promise<void> {
  const address = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const response = await fetch(address, { headers: await authorization() }).catch(() => {
    throw apiError(0, undefined);
  });
  if (!response.ok) {
    const error = apiError(response.status, await response.json().catch(() => undefined));
    await followRefusal(error);
    throw error;
  }
  saveFile(await response.blob(), fileNameOf(response));
}

function fileNameOf(response: Response): string {
  const disposition = response.headers.get("content-disposition") ?? "";
  const [, encoded] = /filename\*=UTF-8''([^;]+)/.exec(disposition) ?? [];
  return encoded === undefined ? "paraline" : decodeURIComponent(encoded);
}

function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Safari reads it only after the click has been worked.
  setTimeout(() => URL.revokeObjectURL(address), revoke_after_ms);
}

const revoke_after_ms = 60_000;
