/**
 * Puts text on the clipboard; false where the browser refuses or has none. The text may still be on its way.
 * @throws what the text on its way throws
 */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  try {
    if (typeof text === "string") await navigator.clipboard.writeText(text);
    else await writePromised(text);
    return true;
  } catch {
    await text;
    return false;
  }
}

/** Some browsers let a page write in the click itself only: there, text on its way is promised to them. */
async function writePromised(text: Promise<string>): Promise<void> {
  const type = "text/plain";
  const blob = text.then((words) => new Blob([words], { type }));
  try {
    await navigator.clipboard.write([new ClipboardItem({ [type]: blob })]);
  } catch {
    await navigator.clipboard.writeText(await text);
  }
}
