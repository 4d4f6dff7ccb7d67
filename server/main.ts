import { setSourceMapsSupport } from "node:module";

/**
 * The entry of the process. Loading everything else takes most of the first second of a start. If the process is asked
 * to stop meanwhile, nothing is open yet, so it simply exits.
 */
let stop: (signal: NodeJS.Signals) => void = () => process.exit(0);
// There is one listener for the whole life of the process: replacing it would lose a signal that was received but not
// yet handled.
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => stop(signal));

// Stack traces name the product's sources. With the maps of packages, a process would take 20 MB more.
setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });

const { startServing } = await import("./process/serve.ts");
await startServing((stopInstead) => {
  stop = stopInstead;
});
