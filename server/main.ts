import { setSourceMapsSupport } from "node:module";

/**
 * The process's entry. Loading everything else takes most of a start's first second, and a stop that is asked for then
 * finds nothing open yet: it is an ordered end as well.
 */
let stop: (signal: NodeJS.Signals) => void = () => process.exit(0);
// One listener for the whole life of the process: replacing it would lose a signal that was received but not
// yet handled.
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => stop(signal));

// Stack traces name the sources of the product. With the maps of its packages, too, a process would keep 20 MB more.
setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });

const { startServing } = await import("./process/serve.ts");
await startServing((stopInstead) => {
  stop = stopInstead;
});
