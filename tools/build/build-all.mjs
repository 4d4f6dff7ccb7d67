import { createHash } from "node:crypto";
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify, stripVTControlCharacters } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { inRoot } from "../run.mjs";
import { toAscii } from "./ascii-only.mjs";
import { keepLinesOnly } from "./line-map.mjs";
import { dropUnusedTokens } from "./unused-tokens.mjs";

/**
 * @typedef {import("vite").InlineConfig} ViteConfig
 * @typedef {Record<string, { modules: string[], imports: string[], dynamic_imports: string[] }>} ChunkModules
 */

const dist = inRoot("dist");
const stampFile = path.join(dist, "built.json");

/**
 * The parts that are built, with their sources. A part is rebuilt when the bytes of its sources have changed.
 */
const parts = [
  { name: "pages", sources: ["contract", "web"], build: buildPages },
  { name: "web", sources: ["contract", "web"], build: buildWeb },
  { name: "server", sources: ["contract", "server"], build: buildServer },
];

/**
 * Builds what is out of date into dist/. Returns false if that failed, after printing the reason.
 * @returns {Promise<boolean>}
 */
export async function buildAll() {
  const built = existsSync(stampFile) ? JSON.parse(readFileSync(stampFile, "utf8")) : {};
  const fingerprintOf = createFingerprints();
  for (const { name, sources, build } of parts) {
    const fingerprint = fingerprintOf(sources);
    if (built[name] === fingerprint) continue;
    const began = performance.now();
    console.log(`building ${name} …`);
    // It takes the place of the previous build only once it is finished, so that a build that fails breaks nothing.
    const unfinished = path.join(dist, `${name}-unfinished`);
    await rm(unfinished, { recursive: true, force: true });
    try {
      await build(unfinished);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      console.error(process.stderr.isTTY ? message : stripVTControlCharacters(message));
      console.error(`building ${name} failed`);
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
  "tools/build/build-all.mjs",
  "tools/build/line-map.mjs",
  "tools/build/unused-tokens.mjs",
];

/**
 * Hashes of names and bytes, so that a checkout that only touches files causes no rebuild.
 * @returns {(folders: string[]) => string}
 */
function createFingerprints() {
  const hashOfBuild = hashOf(buildFiles);
  // Several parts are built from the same folder.
  /** @type {Map<string, string>} */
  const hashes = new Map();
  return (folders) => {
    for (const folder of folders) {
      if (!hashes.has(folder)) hashes.set(folder, hashOf(listSources(folder)));
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
function hashOf(files) {
  const hash = createHash("sha256");
  for (const file of files) {
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(inRoot(file)));
  }
  return hash.digest("base64url");
}

/**
 * The browser's files. The invitee's page and the public pages are built separately: sharing chunks with the app would
 * cost them requests, and visitors rarely need both.
 * @param {string} outDir
 */
async function buildWeb(outDir) {
  /** @type {import("./invitee-page.mjs").Manifest} */
  const manifest = {};
  /** @type {ChunkModules} */
  const modules = {};
  for (const input of ["index.html", "invitee/main.tsx", "public-pages.ts"]) {
    await buildWithVite({
      plugins: [
        recordModules(modules),
        ...(input === "index.html" ? [] : [plainImports(), dropUnusedTokens()]),
      ],
      build: {
        outDir,
        copyPublicDir: input === "index.html",
        manifest: true,
        rolldownOptions: { input: inRoot("web", input) },
      },
    });
    Object.assign(
      manifest,
      JSON.parse(await readFile(path.join(outDir, ".vite/manifest.json"), "utf8")),
    );
  }
  await writeFile(path.join(outDir, ".vite/manifest.json"), JSON.stringify(manifest, null, 2));
  await writeFile(path.join(outDir, ".vite/modules.json"), JSON.stringify(modules, null, 2));
  await drawLinkPicture(path.join(outDir, "assets"));
  await compressFiles(outDir);
}

/**
 * The picture that messengers show beside a link. They read no SVG.
 * @param {string} folder
 */
async function drawLinkPicture(folder) {
  const { default: sharp } = await import("sharp");
  const bytes = await sharp(inRoot("web/brand/link-picture.svg"))
    .resize(1200, 630)
    .png({ palette: true })
    .toBuffer();
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 8);
  await writeFile(path.join(folder, `link-picture-${hash}.png`), bytes);
}

/**
 * What the server renders HTML with. Its packages are bundled, so that React is the production build whatever NODE_ENV
 * says.
 * @param {string} outDir
 */
async function buildPages(outDir) {
  await buildWithVite({
    plugins: [asciiOnly],
    ssr: { noExternal: true },
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      outDir,
      ssr: inRoot("web/pages.tsx"),
      target: "node24",
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: "pages.js" } },
    },
  });
}

/**
 * Packages of many files or long comments, of which the server uses a part: loading them took longer than the rest of a
 * start. The others stay external.
 */
const bundledPackages = [
  "@hono/node-server",
  "cron-parser",
  "date-fns",
  "hono",
  "jose",
  "kysely",
  "luxon",
  "non-error",
  "oauth4webapi",
  "openid-client",
  "pg-boss",
  "rate-limiter-flexible",
  "rrule-temporal",
  "serialize-error",
  "zod",
];

/** @param {string} outDir */
async function buildServer(outDir) {
  for (const [name, source] of [
    ["serve", "process/serve.ts"],
    ["main", "main.ts"],
  ]) {
    await buildWithVite({
      configFile: false,
      root: inRoot(),
      ssr: { noExternal: bundledPackages },
      // main.js handles signals before it loads the rest.
      plugins: [asciiOnly, ...(name === "main" ? [serveIsBuiltBeside] : [])],
      build: {
        outDir,
        ssr: inRoot(`server/${source}`),
        target: "node24",
        sourcemap: true,
        copyPublicDir: false,
        rolldownOptions: {
          output: {
            entryFileNames: `${name}.js`,
            chunkFileNames: "[name].js",
            // A process would keep these in memory: comments, and the sources in the source map.
            comments: false,
            sourcemapExcludeSources: true,
          },
        },
      },
    });
  }
  for (const map of globSync("*.js.map", { cwd: outDir })) {
    await keepLinesOnly(path.join(outDir, map));
  }
}

/** @type {import("vite").Plugin} */
const serveIsBuiltBeside = {
  name: "serve-is-built-beside",
  enforce: "pre",
  resolveId: (id) => (id === "./process/serve.ts" ? { id: "./serve.js", external: true } : null),
};

/**
 * A process keeps the text of its modules, in one byte for each character if all of them are ASCII, and otherwise in
 * two.
 * @type {import("vite").Plugin}
 */
const asciiOnly = {
  name: "ascii-only",
  generateBundle(_options, bundle) {
    for (const output of Object.values(bundle)) {
      if (output.type === "chunk") output.code = toAscii(output.code);
    }
  },
};

/** @param {ViteConfig} config */
async function buildWithVite(config) {
  const { build } = await import("vite");
  await build({
    configFile: inRoot("web/vite.config.ts"),
    logLevel: "warn",
    ...config,
    build: { emptyOutDir: false, ...config.build },
  });
}

/**
 * Leaves dynamic imports as they are. Vite's helper around them preloads a chunk's dependencies. The chunks of the
 * light pages have none, and the helper would add 0.7 KB.
 * @returns {import("vite").Plugin}
 */
function plainImports() {
  return {
    name: "plain-imports",
    enforce: "pre",
    load(id) {
      return id === "\0vite/preload-helper.js"
        ? "export const __vitePreload = (load) => load();"
        : undefined;
    },
  };
}

/**
 * Records the modules of each chunk, for the bundle check.
 * @param {ChunkModules} into
 * @returns {import("vite").Plugin}
 */
function recordModules(into) {
  return {
    name: "record-modules",
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type !== "chunk") continue;
        into[output.fileName] = {
          modules: output.moduleIds
            .filter((id) => !id.startsWith("\0"))
            .map((id) => path.relative(inRoot(), id).split(path.sep).join("/")),
          imports: output.imports,
          dynamic_imports: output.dynamicImports,
        };
      }
    },
  };
}

/**
 * Compresses once, here, what would otherwise be compressed for every visitor: `x.js.br` and `x.js.gz` next to `x.js`.
 * @param {string} folder
 */
async function compressFiles(folder) {
  const files = globSync("**/*.{js,css,svg,json,txt,webmanifest,xml}", { cwd: folder });
  await Promise.all(
    files.map(async (file) => {
      const target = path.join(folder, file);
      const bytes = await readFile(target);
      const [brotli, gzipped] = await Promise.all([
        promisify(brotliCompress)(bytes, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          },
        }),
        promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
      ]);
      await writeFile(`${target}.br`, brotli);
      await writeFile(`${target}.gz`, gzipped);
    }),
  );
}
