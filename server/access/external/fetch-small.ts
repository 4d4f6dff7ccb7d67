const answerBytes = 256 * 1024;

/**
 * Fetches a text that is short. A longer one is given up before it is in memory, unpacked as it may be.
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
