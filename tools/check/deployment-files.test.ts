import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseEnv } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { listSettings, loadConfig } from "#server/config/config.ts";
import { paymentSettings } from "#server/features/billing/providers.ts";
import { inRoot } from "../run.mjs";
import { serverArguments, serverEnvironment } from "../server-process.mjs";

const readDeployment = (name: string) => readFileSync(inRoot("deploy", name), "utf8");

type Compose = {
  services: Record<string, { environment: Record<string, string>; image: string; build?: string }>;
};
type Manifest = {
  kind: string;
  data?: Record<string, string>;
  spec?: PodTemplate & { jobTemplate?: { spec: PodTemplate } };
};
type PodTemplate = {
  template?: {
    spec: { containers: { command?: string[]; env: { name: string; value: string }[] }[] };
  };
};

const compose: Compose = parse(readDeployment("compose.yaml"), { merge: true });
const manifests: Manifest[] = parseAllDocuments(readDeployment("kubernetes/paraline.yaml")).map(
  (document) => document.toJS(),
);
const unit = readDeployment("paraline.service");

const secrets = {
  APP_SECRET: "a secret that is long enough for the product",
  DATABASE_URL: "postgres://paraline:password@postgres:5432/paraline",
  SMTP_URL: "smtps://user:password@mail.example",
  S3_ACCESS_KEY_ID: "an id",
  S3_SECRET_ACCESS_KEY: "a secret",
};
const composeSettings = parseEnv(readDeployment("compose.env.example"));
delete composeSettings.POSTGRES_PASSWORD;
const manifestSettings = manifests.find(({ kind }) => kind === "ConfigMap")?.data ?? {};

/** The settings that each process of a deployment starts with. */
const processes: [string, Record<string, string | undefined>][] = [
  ...Object.entries(compose.services)
    .filter(([name]) => name === "web" || name === "worker")
    .map(([name, { environment }]): [string, Record<string, string | undefined>] => [
      `the compose file's ${name}`,
      { ...composeSettings, ...environment, ...secrets },
    ]),
  ...manifests
    .flatMap(({ spec }) => spec?.template?.spec.containers ?? [])
    .map(({ env }): [string, Record<string, string | undefined>] => {
      const own = Object.fromEntries(env.map(({ name, value }) => [name, value]));
      return [`the ${own.ROLE} process on Kubernetes`, { ...manifestSettings, ...own, ...secrets }];
    }),
];

test("the examples have four processes, two of each role", () => {
  expect(processes.map(([, { ROLE }]) => ROLE)).toEqual(["web", "worker", "web", "worker"]);
});

test.each(processes)("%s starts with settings that the product knows and accepts", (_, given) => {
  const known = Object.keys(listSettings(paymentSettings));
  expect(Object.keys(given).filter((name) => !known.includes(name))).toEqual([]);
  const dataFolder = mkdtempSync(path.join(tmpdir(), "paraline-deploy-"));
  onTestFinished(() => rmSync(dataFolder, { recursive: true }));
  const { config, warnings } = loadConfig({ ...given, DATA_DIR: dataFolder }, paymentSettings);
  expect(warnings).toEqual([]);
  // On Kubernetes, no two of the processes share a disk.
  expect(config.bucket).toBeDefined();
});

describe("the unit for systemd", () => {
  test("starts the server as the other ways do, and gives it as much time to stop", () => {
    const [, ...flags] = /^ExecStart=(.+)$/m.exec(unit)?.[1]?.split(" ") ?? [];
    const program = path.relative(inRoot(), serverArguments.at(-1) ?? "");
    expect(flags).toEqual([...serverArguments.slice(0, -1), program]);
    const { MALLOC_TRIM_THRESHOLD_, MALLOC_ARENA_MAX } = serverEnvironment;
    expect(unit).toContain(`MALLOC_TRIM_THRESHOLD_=${MALLOC_TRIM_THRESHOLD_}`);
    expect(unit).toContain(`MALLOC_ARENA_MAX=${MALLOC_ARENA_MAX}`);
    expect(unit).toContain("TimeoutStopSec=60\n");
  });

  test("the unit for systemd of the backup has the same user, settings and data", () => {
    const backup = readDeployment("paraline-backup.service");
    for (const line of ["DynamicUser=yes", "EnvironmentFile=/etc/paraline.env"]) {
      expect(unit).toContain(`${line}\n`);
      expect(backup).toContain(`${line}\n`);
    }
    expect(backup).toContain("User=paraline\n");
    expect(backup).toMatch(/^StateDirectory=paraline /m);
    expect(backup).toContain("DATA_DIR=/var/lib/paraline\n");
  });

  const analyze = "/usr/bin/systemd-analyze";
  const units = ["paraline.service", "paraline-backup.service", "paraline-backup.timer"];
  test.skipIf(!existsSync(analyze))(
    "the units of the server and the backup are ones that systemd understands and rates as well protected",
    () => {
      const folder = mkdtempSync(path.join(tmpdir(), "paraline-unit-"));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const copies = units.map((name) => path.join(folder, name));
      for (const copy of copies) {
        const program = readDeployment(path.basename(copy))
          .replaceAll("/opt/paraline/node_modules/.bin/node", process.execPath)
          .replaceAll("/opt/paraline", inRoot());
        writeFileSync(copy, program);
      }
      const runAnalyze = (...args: string[]) => spawnSync(analyze, args, { encoding: "utf8" });
      const { status, stderr } = runAnalyze("verify", "--man=no", ...copies);
      expect(
        stderr.split("\n").filter((line) => /paraline[a-z-]*\.(?:service|timer)/.test(line)),
      ).toEqual([]);
      expect(status).toBe(0);
      for (const copy of copies.filter((file) => file.endsWith(".service"))) {
        // The worst rating is 100, and a service that uses the network cannot be below 10.
        const judged = runAnalyze("security", "--offline=true", "--threshold=25", copy);
        expect(judged.stdout).toContain(`Overall exposure level for ${path.basename(copy)}`);
        expect(judged.status).toBe(0);
      }
    },
  );
});

test("the job on Kubernetes makes a backup with the settings of the server, and has a recipient", () => {
  const job = manifests.find(({ kind }) => kind === "CronJob")?.spec?.jobTemplate?.spec.template;
  const [container] = job?.spec.containers ?? [];
  expect(container?.command).toEqual(["node", "dist/server/main.js", "backup", "--to", "/backups"]);
  expect(container).toMatchObject({
    envFrom: [{ configMapRef: { name: "paraline" } }, { secretRef: { name: "paraline" } }],
    volumeMounts: expect.arrayContaining([{ name: "backups", mountPath: "/backups" }]),
  });
  expect(readDeployment("kubernetes/paraline.yaml")).toContain("BACKUP_RECIPIENT=");
});

test("every image of others has a version, which Renovate understands", () => {
  const images = Object.values(compose.services)
    .filter(({ build }) => build === undefined)
    .map(({ image }) => image.split(":"));
  expect(images.length).toBeGreaterThan(3);
  const { packageRules }: { packageRules: { matchPackageNames: string[]; versioning?: string }[] } =
    JSON.parse(readFileSync(inRoot("renovate.json"), "utf8"));
  for (const [name = "", tag] of images) {
    const rule = packageRules.find(
      ({ matchPackageNames, versioning }) => versioning && matchPackageNames.includes(name),
    );
    // Without a rule, Renovate compares numbers with dots.
    const versions = rule?.versioning?.replace(/^regex:/, "") ?? String.raw`^v?\d+\.\d+(?:\.\d+)?$`;
    expect(tag, name).toMatch(new RegExp(versions));
  }
});

test("the image starts the server as the other ways do", () => {
  const dockerfile = readFileSync(inRoot("Dockerfile"), "utf8");
  const command = JSON.parse(/^CMD (\[.+\])$/m.exec(dockerfile)?.[1] ?? "[]");
  expect(command).toEqual([
    "node",
    ...serverArguments.slice(0, -1),
    path.relative(inRoot(), serverArguments.at(-1) ?? ""),
  ]);
});
