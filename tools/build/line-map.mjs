import { readFile, writeFile } from "node:fs/promises";
import { decode, encode } from "@jridgewell/sourcemap-codec";

/**
 * A source map that has only the lines of our own sources, which a stack trace shows. From the first stack trace on,
 * Node keeps an object of a hundred bytes for each mapping, and the whole map of the server would take 28 MB.
 * @template {{ mappings: string, sources: (string | null)[] }} Map
 * @param {Map} map
 * @returns {Map & { names: string[] }}
 */
export function toLineMap(map) {
  const isPackage = map.sources.map((source) => source?.includes("node_modules/") ?? true);
  let isMapped = false;
  const lines = decode(map.mappings).map((segments) => {
    const [, source, line] = segments.find(({ length }) => length > 1) ?? [];
    if (source === undefined || line === undefined) return [];
    const wasMapped = isMapped;
    isMapped = !isPackage[source];
    if (isMapped) return [/** @type {[number, number, number, number]} */ ([0, source, line, 0])];
    // This ends the source before it. Otherwise a line without a mapping would get that of the last line that has one.
    return wasMapped ? [/** @type {[number]} */ ([0])] : [];
  });
  return { ...map, mappings: encode(lines), names: [] };
}

/** @param {string} file */
export async function keepLinesOnly(file) {
  await writeFile(file, JSON.stringify(toLineMap(JSON.parse(await readFile(file, "utf8")))));
}
