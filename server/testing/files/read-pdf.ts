import { extractText, getDocumentProxy } from "unpdf";

/** Every text of a PDF, page after page. */
export async function readPdf(content: Response | Uint8Array): Promise<string> {
  const bytes = content instanceof Response ? await content.arrayBuffer() : content;
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  return (await extractText(pdf, { mergePages: true })).text;
}
