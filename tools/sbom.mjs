import { listPackages } from "./release/list-packages.mjs";
import { root } from "./run.mjs";

console.log(JSON.stringify(listPackages(root), undefined, 2));
