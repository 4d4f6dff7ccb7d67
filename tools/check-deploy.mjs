import { ensureInstalled } from "./install.mjs";

if (await ensureInstalled(import.meta.url)) {
  const { checkDeployment } = await import("./deploy/check-deployment.mjs");
  process.exitCode = checkDeployment();
}
