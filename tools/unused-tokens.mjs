/**
 * Stylesheets without the tokens that nothing in them uses. The list of tokens is the whole product's, and the light
 * pages carry theirs inlined, each time they are opened.
 * @returns {import("vite").Plugin}
 */
export function dropUnusedTokens() {
  return {
    name: "drop-unused-tokens",
    enforce: "post",
    generateBundle(_options, bundle) {
      for (const asset of Object.values(bundle)) {
        if (asset.type !== "asset" || !asset.fileName.endsWith(".css")) continue;
        asset.source = withoutUnusedTokens(String(asset.source));
      }
    },
  };
}

/**
 * @param {string} css minified
 * @returns {string}
 */
export function withoutUnusedTokens(css) {
  const kept = css.replace(
    /(?<=[{;])(--(?:pl|lightningcss)-[\w-]+):[^;{}]*(?:;|(?=\}))/g,
    (declaration, name) => (new RegExp(`var\\(${name}[,)]`).test(css) ? declaration : ""),
  );
  // A token may have been used by one that is gone now.
  return kept === css ? css : withoutUnusedTokens(kept);
}
