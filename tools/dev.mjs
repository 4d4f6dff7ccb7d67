import { ensureInstalled } from "./install.mjs";
import { inRoot, run } from "./run.mjs";

// tsx restarts the server when one of its files changes. With --dev, the server serves web/ through Vite.
if (await ensureInstalled(import.meta.url)) {
  process.exitCode = await run(process.execPath, [
    inRoot("node_modules/tsx/dist/cli.mjs"),
    "watch",
    "--clear-screen=false",
    // The tsconfig in the root only references those of the layers. The server's sets how JSX is compiled.
    "--tsconfig",
    inRoot("server/tsconfig.json"),
    "--exclude",
    "./web/**",
    inRoot("server/main.ts"),
    "--dev",
    ...process.argv.slice(2),
  ]);
}
