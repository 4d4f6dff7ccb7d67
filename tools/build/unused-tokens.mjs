/**
 * Removes unused tokens from stylesheets. The list of tokens covers the whole product, and the light pages have theirs
 * inline, so they are loaded each time.
 * @returns {import("vite").Plugin}
 */
export function dropUnusedTokens() {
  return {
    name: "drop-unused-tokens",
    enforce: "post",
    generateBundle(_options, bundle) {
      const outputs = Object.values(bundle);
      // A script may add a stylesheet that uses them.
      const scripts = outputs
        .map((output) => (output.type === "chunk" ? output.code : ""))
        .join("");
      for (const asset of outputs) {
        if (asset.type !== "asset" || !asset.fileName.endsWith(".css")) continue;
        asset.source = withoutUnusedTokens(String(asset.source), scripts);
      }
    },
  };
}

/**
 * @param {string} css minified
 * @param {string} others other styles that use its tokens
 * @returns {string}
 */
export function withoutUnusedTokens(css, others) {
  const kept = css.replace(
    /(?<=[{;])(--(?:pl|lightningcss)-[\w-]+):[^;{}]*(?:;|(?=\}))/g,
    (declaration, name) => (new RegExp(`var\\(${name}[,)]`).test(css + others) ? declaration : ""),
  );
  // A token may have been used only by another one that is now removed.
  return kept === css ? css : withoutUnusedTokens(kept, others);
}
