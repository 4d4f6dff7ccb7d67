import type { OutgoingHttpHeaders } from "node:http";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const web = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("..", import.meta.url));

/** What the development server and all builds of web/ share. tools/build/build-all.mjs adds the rest. */
export default defineConfig({
  root: web,
  cacheDir: `${root}.cache/vite`,
  plugins: [react(), tailwindcss(), withoutPolicy()],
  // The browser imports contract/ and node_modules/, which are next to this folder.
  server: { fs: { allow: [root] } },
  build: {
    // Fonts and pictures stay separate files, because the pages' policy allows nothing inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});

/**
 * Sends pages without the product's Content-Security-Policy during development, because hot reloading injects scripts
 * and styles into the page, which the policy forbids.
 */
function withoutPolicy(): Plugin {
  return {
    name: "without-policy",
    apply: "serve",
    configureServer(server) {
      server.middlewares.use((_request, response, next) => {
        const writeHead = response.writeHead.bind(response);
        const withoutIt = (status: number, headers: OutgoingHttpHeaders = {}) => {
          const kept = Object.entries(headers).filter(
            ([name]) => name.toLowerCase() !== "content-security-policy",
          );
          return writeHead(status, Object.fromEntries(kept));
        };
        Object.assign(response, { writeHead: withoutIt });
        next();
      });
    },
  };
}
