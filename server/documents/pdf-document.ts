import type PDFDocument from "pdfkit";
import { dayIn } from "#contract/values/days.ts";
import { openPdfFonts } from "./pdf-fonts.ts";
import { type PdfPen, shortenToLine } from "./pdf-lines.ts";

export interface PdfFacts {
  title: string;
  author?: string;
  now: Date;
}

/** Opens an empty A4 document that is tagged for screen readers and has its fonts embedded. */
export async function openPdf({
  title,
  author = "",
  now,
}: PdfFacts): Promise<{ pen: PdfPen; finish(): Promise<Uint8Array<ArrayBuffer>> }> {
  // The library is loaded when it is first used: most processes never create a PDF, and it is large.
  const { default: Document } = await import("pdfkit");
  const { default: bidiFactory } = await import("bidi-js");
  const document = new Document({
    size: "A4",
    margin: 0,
    pdfVersion: "1.7",
    tagged: true,
    lang: "en",
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: shortenToLine(title),
      ...(author !== "" && { Author: shortenToLine(author) }),
      Creator: "Paraline",
      Producer: "Paraline",
      // The day is enough, and then the same content gives the same file.
      CreationDate: new Date(dayIn("UTC", now)),
    },
  });
  escapeMetadata(document);
  const chunks: Uint8Array[] = [];
  document.on("data", (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    document.on("end", resolve);
    document.on("error", reject);
  });
  return {
    pen: { document, findFont: await openPdfFonts(document), bidi: bidiFactory() },
    async finish() {
      document.end();
      await ended;
      return new Uint8Array(Buffer.concat(chunks));
    },
  };
}

/** The library writes the title unescaped into its XML, where an ampersand would make the metadata unreadable. */
function escapeMetadata(document: InstanceType<typeof PDFDocument>): void {
  const library: { endMetadata: () => void } = Object.getPrototypeOf(document);
  Object.assign(document, {
    endMetadata() {
      const { info } = document;
      for (const [key, value] of Object.entries(info)) {
        if (typeof value === "string") Object.assign(info, { [key]: escapeXml(value) });
      }
      library.endMetadata.call(document);
    },
  });
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
