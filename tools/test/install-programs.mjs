import { findOrInstallChromium, findOrInstallOtherEngines } from "../browser.mjs";
import { findOrUnpack } from "../debian-packages.mjs";
import { findOrInstallPrograms } from "../postgres.mjs";

// Whatever a test starts and a new machine lacks is fetched here, beside the checks, so that no test waits for it.
// What cannot be installed is reported by the part that needs it.
await findOrInstallPrograms();
findOrInstallChromium();
findOrInstallOtherEngines();
for (const proxy of ["caddy", "nginx"]) findOrUnpack(proxy);
