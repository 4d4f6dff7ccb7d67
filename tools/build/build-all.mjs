import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { inRoot, run } from "../run.mjs";

const dist = inRoot("dist");
const stampFile = path.join(dist, "built.json");

/**
 * The parts that are built, with their sources. A part is rebuilt when the bytes of its sources have changed.
 */
const parts = [
  { name: "pages", sources: ["contract", "web"] },
  { name: "web", sources: ["contract", "web"] },
  { name: "server", sources: ["contract", "server"] },
  // Optimizing the database's code would take longer than running it once, and 600 MB.
  { name: "database", sources: [], flags: ["--expose-gc", "--no-wasm-tier-up"] },
];

/**
 * Builds what is out of date into dist/. Returns false if that failed, after printing the reason. Each part is built by a
 * process of its own, because whoever builds keeps hundreds of megabytes until it ends.
 * @returns {Promise<boolean>}
 */
export async function buildAll() {
  const built = existsSync(stampFile) ? JSON.parse(readFileSync(stampFile, "utf8")) : {};
  const readFingerprint = createFingerprints();
  for (const { name, sources, flags = [] } of parts) {
    const fingerprint = readFingerprint(sources);
    if (built[name] === fingerprint) continue;
    const began = performance.now();
    console.log(`building ${name} …`);
    // It takes the place of the previous build only once it is finished, so that a build that fails breaks nothing.
    const unfinished = path.join(dist, `${name}-unfinished`);
    await rm(unfinished, { recursive: true, force: true });
    const builder = inRoot("tools/build/build-part.mjs");
    const code = await run(process.execPath, [...flags, builder, name, unfinished]);
    if (code !== 0) {
      console.error(`building ${name} ${code === 128 ? "was ended by a signal" : "failed"}`);
      return false;
    }
    delete built[name];
    await writeStamp(built);
    await rm(path.join(dist, name), { recursive: true, force: true });
    await rename(unfinished, path.join(dist, name));
    built[name] = fingerprint;
    await writeStamp(built);
    console.log(`built ${name} in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  }
  return true;
}

/** @param {Record<string, string>} built */
async function writeStamp(built) {
  await mkdir(dist, { recursive: true });
  await writeFile(stampFile, `${JSON.stringify(built, null, 2)}\n`);
}

/** The files with which every part is built. */
const buildFiles = [
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "tools/build/ascii-only.mjs",
  "tools/build/build-part.mjs",
  "tools/build/line-map.mjs",
  "tools/build/unused-tokens.mjs",
];

/**
 * Hashes of names and bytes, so that a checkout that only touches files causes no rebuild.
 * @returns {(folders: string[]) => string}
 */
function createFingerprints() {
  const hashOfBuild = hashFiles(buildFiles);
  // Several parts are built from the same folder.
  /** @type {Map<string, string>} */
  const hashes = new Map();
  return (folders) => {
    for (const folder of folders) {
      if (!hashes.has(folder)) hashes.set(folder, hashFiles(listSources(folder)));
    }
    const all = [hashOfBuild, ...folders.map((folder) => hashes.get(folder))].join(" ");
    return createHash("sha256").update(all).digest("hex");
  };
}

/** @param {string} folder */
function listSources(folder) {
  return readdirSync(inRoot(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(inRoot(), path.join(entry.parentPath, entry.name)))
    .filter((file) => !/\.test\.tsx?$|[\\/]testing[\\/]/.test(file))
    .sort();
}

/** @param {string[]} files */
function hashFiles(files) {
  const hash = createHash("sha256");
  for (const file of files) {
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(inRoot(file)));
  }
  return hash.digest("base64url");
}
