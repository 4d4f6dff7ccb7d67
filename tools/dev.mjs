import { ensureInstalled } from "./install.mjs";
import { inRoot, run } from "./run.mjs";

// tsx restarts the server when one of its files changes; with --dev it serves web/ through Vite.
if (await ensureInstalled(import.meta.url)) {
  process.exitCode = await run(process.execPath, [
    inRoot("node_modules/tsx/dist/cli.mjs"),
    "watch",
    "--clear-screen=false",
    // The root's tsconfig only references the layers' own; the server's sets how JSX compiles.
    "--tsconfig",
    inRoot("server/tsconfig.json"),
    "--exclude",
    "./web/**",
    inRoot("server/main.ts"),
    "--dev",
    ...process.argv.slice(2),
  ]);
}
