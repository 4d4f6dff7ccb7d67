import { minuteMs } from "#contract/values/durations.ts";
import type { FileInput, FilePath } from "./api.ts";
import { fetchOwnerFile } from "./owner-api.ts";

const revokeAfterMs = minuteMs;

/** @throws ApiError with the code of the contract, or `unreachable`, also when the transfer breaks off. */
export async function downloadOwnerFile<P extends FilePath>(
  path: P,
  ...input: FileInput<P>
): Promise<void> {
  const { file_name, content } = await fetchOwnerFile(path, ...input);
  saveFile(file_name, content);
}

export function saveFile(fileName: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  // Safari reads it only after the click has been processed.
  setTimeout(() => URL.revokeObjectURL(address), revokeAfterMs);
}
