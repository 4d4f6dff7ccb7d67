import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const web = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("..", import.meta.url));

/** What the development server and all builds of web/ have in common; tools/build.mjs adds the rest. */
export default defineConfig({
  root: web,
  cacheDir: `${root}.cache/vite`,
  plugins: [react(), tailwindcss()],
  // The browser imports contract/ and node_modules/, which lie beside this folder.
  server: { fs: { allow: [root] } },
  build: {
    // Fonts and pictures stay files of their own: the pages' policy allows nothing inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
