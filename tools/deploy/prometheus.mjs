import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { stringify } from "yaml";
import { findOrUnpack } from "../debian-packages.mjs";
import { inRoot } from "../run.mjs";
import { runChecker } from "./programs.mjs";

const inFolder = "deploy/prometheus";
const dashboard = "deploy/grafana/paraline.json";

/**
 * Checks the configuration, the alerts and the dashboard's expressions with promtool, which also tests the alerts, and
 * how alerts are sent with amtool.
 * @param {string} folder
 * @returns {import("./check-deployment.mjs").Finding[]}
 */
export function checkPrometheus(folder) {
  const promtool = findOrUnpack("promtool", "prometheus");
  if (promtool === undefined) {
    return [inFolder, dashboard].map((file) => ({ file, missing: "there is no promtool" }));
  }
  const check = (/** @type {string[]} */ ...args) => runChecker(promtool, args).problems;
  const panels = path.join(folder, "panels.yaml");
  const expressions = listExpressions();
  writeFileSync(
    panels,
    stringify({
      groups: expressions.map((expr, place) => ({
        name: `expression ${place}`,
        rules: [{ record: "panel", expr }],
      })),
    }),
  );
  return [
    {
      file: `${inFolder}/prometheus.yaml`,
      by: "promtool check config",
      problems: check("check", "config", inRoot(inFolder, "prometheus.yaml")),
    },
    {
      file: `${inFolder}/alerts.yaml`,
      by: "promtool test rules",
      problems: check("test", "rules", inRoot(inFolder, "alerts.test.yaml")),
    },
    {
      file: dashboard,
      by: `${expressions.length} expressions, promtool check rules`,
      problems: check("check", "rules", panels),
    },
    checkAlertmanager(),
  ];
}

/** @returns {import("./check-deployment.mjs").Finding} */
function checkAlertmanager() {
  const file = `${inFolder}/alertmanager.yaml`;
  const amtool = findOrUnpack("amtool", "prometheus-alertmanager");
  if (amtool === undefined) return { file, missing: "there is no amtool" };
  const { problems } = runChecker(amtool, ["check-config", inRoot(file)]);
  return { file, by: "amtool reads it", problems };
}

/** The queries of the dashboard, with a value instead of each of Grafana's variables. */
function listExpressions() {
  /** @type {{ panels: { targets?: { expr: string }[] }[] }} */
  const { panels } = JSON.parse(readFileSync(inRoot(dashboard), "utf8"));
  return panels.flatMap(({ targets = [] }) =>
    targets.map(({ expr }) => expr.replaceAll("$instance", ".*")),
  );
}
