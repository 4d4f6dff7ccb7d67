const answerBytes = 256 * 1024;

/**
 * Fetches a short text. Reading stops as soon as it is too long, also where it only becomes so when unpacked.
 * @throws Error when it is longer than 256 KB, and what `fetch` throws
 */
export async function fetchSmall(
  url: string,
  init: RequestInit,
): Promise<{ status: number; text: string }> {
  const { status, body } = await fetch(url, init);
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  // Leaving the loop cancels the rest.
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > answerBytes) throw new Error(`The answer is longer than ${answerBytes} bytes.`);
    text += decoder.decode(chunk, { stream: true });
  }
  return { status, text: text + decoder.decode() };
}
