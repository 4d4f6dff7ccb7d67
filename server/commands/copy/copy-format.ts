import { z } from "zod";
import { copiedJobSchema } from "#server/jobs/copied-jobs.ts";

/** Lines of JSON: rows are arrays of texts, every other line is an object. See docs/operating/backup-and-restore.md. */
export const formatVersion = 1;

/** The message is a sentence for the person who ran the command. */
export class CopyError extends Error {
  override name = "CopyError";
}

/** What the first line contains in every version of the format, including later ones. */
const anyHeaderSchema = z.object({ paraline_copy: z.int() });

const headerSchema = z.object({
  paraline_copy: z.literal(formatVersion),
  made_at: z.iso.datetime(),
  migrations: z.array(z.string()),
  /** Identifies the APP_SECRET that the keys are encrypted with, without revealing it. */
  secret_id: z.string(),
  database_id: z.uuid(),
  app_secret: z.string().optional(),
});
export type CopyHeader = z.output<typeof headerSchema>;

const totalSchema = z.object({ rows: z.int(), sum: z.string() });
const totalsSchema = z.object({
  tables: z.record(z.string(), totalSchema),
  jobs: z.int(),
  files: z.int(),
});
/** What a copy contains. It marks the end of the copy, and what was loaded is compared with it. */
export type CopyTotals = z.output<typeof totalsSchema>;

const lineSchema = z.union([
  z.object({ table: z.string(), columns: z.array(z.string()) }),
  z.object({ end_of_table: z.string(), ...totalSchema.shape }),
  z.object({ job: copiedJobSchema }),
  z.object({ file: z.string(), sha256: z.string(), content: z.base64() }),
  z.object({ end: totalsSchema }),
  z.object({ error: z.string() }),
]);
export type CopyLine = z.output<typeof lineSchema>;

export const emptyTotals = (): CopyTotals => ({ tables: {}, jobs: 0, files: 0 });

export const formatLine = (line: CopyHeader | CopyLine): string => JSON.stringify(line);

export function readHeader(line: string | undefined): CopyHeader {
  const json = parseJson(line ?? "");
  const any = anyHeaderSchema.safeParse(json);
  if (!any.success) throw new CopyError("This is not a copy that Paraline has made.");
  if (any.data.paraline_copy > formatVersion) {
    throw new CopyError(
      `This copy has format ${any.data.paraline_copy}, and this version of Paraline reads format ${formatVersion}. Use the version that made it, or a later one.`,
    );
  }
  const header = headerSchema.safeParse(json);
  if (!header.success) throw damaged();
  return header.data;
}

export function readLine(line: string): string | CopyLine {
  if (line.startsWith("[")) return line;
  const parsed = lineSchema.safeParse(parseJson(line));
  if (!parsed.success) throw damaged();
  if ("error" in parsed.data) throw new CopyError(parsed.data.error);
  return parsed.data;
}

export function damaged(): CopyError {
  return new CopyError("The copy is damaged or incomplete.");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export async function* splitLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest: Uint8Array[] = [];
  for await (const chunk of bytes) {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, at)]).toString("utf8");
      rest = [];
      from = at + 1;
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
  }
  // Every line of a copy ends with a line feed.
  if (rest.length > 0) throw damaged();
}

const chunkCharacters = 65_536;

export async function* joinLines(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let chunk = "";
  for await (const line of lines) {
    chunk += `${line}\n`;
    if (chunk.length < chunkCharacters) continue;
    yield Buffer.from(chunk);
    chunk = "";
  }
  if (chunk !== "") yield Buffer.from(chunk);
}
