// Builds one part of the product into a folder: `build-part.mjs web FOLDER`.
import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify, stripVTControlCharacters } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { languages } from "../../contract/languages.ts";
import { inRoot } from "../run.mjs";
import { toAscii } from "./ascii-only.mjs";
import { inviteeEntry } from "./invitee-page.mjs";
import { keepLinesOnly } from "./line-map.mjs";
import { dropUnusedTokens } from "./unused-tokens.mjs";

/**
 * @typedef {import("vite").InlineConfig} ViteConfig
 * @typedef {Record<string, { modules: string[], imports: string[], dynamic_imports: string[] }>} ChunkModules
 */

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
  for (const input of ["index.html", inviteeEntry, "public-pages.ts"]) {
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
    Object.assign(manifest, await readManifest(outDir));
  }
  for (const language of languages) {
    if (language === "en") continue;
    await buildWithVite({
      plugins: [recordModules(modules), plainImports(), dropUnusedTokens(), inLanguage(language)],
      build: {
        outDir,
        copyPublicDir: false,
        manifest: true,
        rolldownOptions: { input: inRoot("web", inviteeEntry) },
      },
    });
    Object.assign(manifest, nameByLanguage(await readManifest(outDir), language));
  }
  await writeFile(path.join(outDir, ".vite/manifest.json"), JSON.stringify(manifest, null, 2));
  await writeFile(path.join(outDir, ".vite/modules.json"), JSON.stringify(modules, null, 2));
  await drawLinkPicture(path.join(outDir, "assets"));
  await compressFiles(outDir);
}

/**
 * @param {string} outDir
 * @returns {Promise<import("./invitee-page.mjs").Manifest>}
 */
async function readManifest(outDir) {
  return JSON.parse(await readFile(path.join(outDir, ".vite/manifest.json"), "utf8"));
}

/**
 * The invitee's page in another language: its messages take the place of the English ones, and words that may reveal an
 * author are only known in English.
 * @param {string} language
 * @returns {import("vite").Plugin}
 */
function inLanguage(language) {
  /** @type {Record<string, string>} */
  const replaced = {
    [inRoot("contract/messages/en/page.ts")]:
      `export { page } from "../${language.toLowerCase()}/page.ts";`,
    [inRoot("contract/messages/en/later.ts")]:
      `export { later } from "../${language.toLowerCase()}/later.ts";`,
    [inRoot("contract/feedback/author-hints.ts")]: "export const findAuthorHintOrName = undefined;",
  };
  return { name: "in-language", enforce: "pre", load: (id) => replaced[id] };
}

/**
 * The manifest of a build in another language, with names that differ from those of the English one.
 * @param {import("./invitee-page.mjs").Manifest} manifest
 * @param {string} language
 * @returns {import("./invitee-page.mjs").Manifest}
 */
function nameByLanguage(manifest, language) {
  const named = (/** @type {string} */ key) => `${key}?lang=${language}`;
  return Object.fromEntries(
    Object.entries(manifest).map(([key, chunk]) => [
      named(key),
      {
        ...chunk,
        ...(chunk.imports && { imports: chunk.imports.map(named) }),
        ...(chunk.dynamicImports && { dynamicImports: chunk.dynamicImports.map(named) }),
      },
    ]),
  );
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
    ["heavy-thread", "heavy-thread.ts"],
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
    build: {
      emptyOutDir: false,
      ...config.build,
      // On a busy machine, it would print which plugins are slow.
      rolldownOptions: { ...config.build?.rolldownOptions, checks: { bundlerTimings: false } },
    },
  });
}

/**
 * The files of an empty embedded database. A server that created them itself would take more than a gigabyte of memory
 * for that, and several seconds.
 * @param {string} outDir
 */
async function buildDatabase(outDir) {
  const { PGlite } = await import("@electric-sql/pglite");
  const fewBuffers = ["-c", "shared_buffers=4MB"];
  const pglite = await PGlite.create({
    initDbStartParams: fewBuffers,
    startParams: [...PGlite.defaultStartParams, ...fewBuffers],
  });
  // Otherwise what creating it has left behind would be in memory beside the archive.
  gc?.();
  const archive = await pglite.dumpDataDir("gzip");
  await mkdir(outDir, { recursive: true });
  await writeFile(path.join(outDir, "empty.tar.gz"), archive.stream());
  await pglite.close();
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

const [name = "", folder = ""] = process.argv.slice(2);
const builders = { pages: buildPages, web: buildWeb, server: buildServer, database: buildDatabase };
try {
  await builders[/** @type {keyof typeof builders} */ (name)](folder);
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  console.error(process.stderr.isTTY ? message : stripVTControlCharacters(message));
  process.exitCode = 1;
}
