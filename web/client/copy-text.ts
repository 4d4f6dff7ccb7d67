/** False if the browser refuses or has no clipboard. @throws what a promised text rejects with */
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

/** Some browsers allow a write only within the click itself, so pending text is passed to them as a promise. */
async function writePromised(text: Promise<string>): Promise<void> {
  const type = "text/plain";
  const blob = text.then((words) => new Blob([words], { type }));
  try {
    await navigator.clipboard.write([new ClipboardItem({ [type]: blob })]);
  } catch {
    await navigator.clipboard.writeText(await text);
  }
}
