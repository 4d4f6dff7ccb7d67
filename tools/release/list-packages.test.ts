import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listPackages } from "./list-packages.mjs";

test("the list of packages is about the product by its name, whatever its folder is called", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "another-name-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const product = { name: "paraline", version: "1.2.3", dependencies: { one: "1.0.0" } };
  const packages = {
    "": product,
    "node_modules/one": { version: "1.0.0" },
    "node_modules/two": { version: "2.0.0", dev: true },
  };
  writeFileSync(path.join(folder, "package.json"), JSON.stringify(product));
  writeFileSync(
    path.join(folder, "package-lock.json"),
    JSON.stringify({ ...product, lockfileVersion: 3, requires: true, packages }),
  );
  const { metadata, components } = listPackages(folder);
  expect(metadata.component).toMatchObject({
    type: "application",
    name: "paraline",
    version: "1.2.3",
    purl: "pkg:npm/paraline@1.2.3",
  });
  expect(components.map(({ name }) => name)).toEqual(["one"]);
});
