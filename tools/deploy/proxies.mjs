import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { findOrUnpack } from "../debian-packages.mjs";
import { inRoot } from "../run.mjs";
import { runChecker } from "./programs.mjs";

/**
 * Checks that Caddy accepts the file, and would not format it differently.
 * @param {string} folder
 * @returns {import("./check-deployment.mjs").Finding[]}
 */
export function checkCaddy(folder) {
  const file = "deploy/caddy/Caddyfile";
  const caddy = findOrUnpack("caddy");
  if (caddy === undefined) return [{ file, missing: "there is no Caddy" }];
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const validated = runChecker(
    caddy,
    ["validate", "--config", inRoot(file), "--adapter", "caddyfile"],
    { env },
  );
  const formatted = runChecker(caddy, ["fmt", inRoot(file)], { env });
  const isFormatted = formatted.output === readFileSync(inRoot(file), "utf8");
  return [
    {
      file,
      by: "caddy validate, caddy fmt",
      problems: [...validated.problems, ...(isFormatted ? [] : ["run `caddy fmt` on it"])],
    },
  ];
}

/**
 * Checks that nginx accepts the files as they are, with https and a certificate.
 * @param {string} folder
 * @returns {import("./check-deployment.mjs").Finding[]}
 */
export function checkNginx(folder) {
  const file = "deploy/nginx/paraline.conf";
  const nginx = findOrUnpack("nginx");
  if (nginx === undefined) return [{ file, missing: "there is no nginx" }];
  const place = (/** @type {string} */ name) => path.join(folder, name);
  const made = runChecker("openssl", [
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"],
    ...["-subj", "/CN=paraline.example", "-keyout", place("key"), "-out", place("certificate")],
  ]);
  if (made.problems.length > 0) return [{ file, missing: "openssl could not make a certificate" }];
  const site = readFileSync(inRoot(file), "utf8")
    .replace("/etc/ssl/paraline.pem", place("certificate"))
    .replace("/etc/ssl/paraline.key", place("key"))
    .replace("/etc/nginx/paraline-processes.conf", inRoot("deploy/nginx/paraline-processes.conf"))
    .replaceAll("/var/log/nginx/error.log", place("error.log"));
  const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  writeFileSync(
    place("nginx.conf"),
    [
      `pid ${place("nginx.pid")};`,
      "events {}",
      "http {",
      ...kinds.map((kind) => `${kind}_temp_path ${place(kind)};`),
      site,
      "}",
    ].join("\n"),
  );
  const { problems } = runChecker(nginx, [
    "-t",
    "-e",
    place("error.log"),
    "-c",
    place("nginx.conf"),
  ]);
  return [{ file, by: "nginx -t", problems }];
}
