import { readFile, writeFile } from "node:fs/promises";
import { decode, encode } from "@jridgewell/sourcemap-codec";

/**
 * A source map that knows the lines of our own sources and nothing else: what a stack trace shows. Node keeps an object
 * of a hundred bytes for each mapping, from the first stack trace on; a whole map of the server takes 28 MB.
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
    // Ends the source before it. Otherwise a line without a mapping would have that of the last one that has.
    return wasMapped ? [/** @type {[number]} */ ([0])] : [];
  });
  return { ...map, mappings: encode(lines), names: [] };
}

/** @param {string} file */
export async function keepLinesOnly(file) {
  await writeFile(file, JSON.stringify(toLineMap(JSON.parse(await readFile(file, "utf8")))));
}
