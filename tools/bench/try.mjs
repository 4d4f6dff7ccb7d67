import { measureEmbedded, measureServer } from "./load-figures.mjs";

const what = process.argv[2];
if (what !== "server") console.log(await measureEmbedded(async () => {}));
if (what !== "embedded") console.log(await measureServer());
