const answerBytes = 256 * 1024;

/**
 * Fetches a short text. Reading stops as soon as the text is too long, even if only its decompressed form is.
 * @throws Error when the text is longer than 256 KB, and what `fetch` throws
 */
export async function fetchSmall(
  url: string,
  init: RequestInit,
): Promise<{ status: number; text: string }> {
  const { status, body } = await fetch(url, init);
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  // Leaving the loop cancels the rest of the download.
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > answerBytes) throw new Error(`The answer is longer than ${answerBytes} bytes.`);
    text += decoder.decode(chunk, { stream: true });
  }
  return { status, text: text + decoder.decode() };
}
