import { readFileSync } from "node:fs";
import satisfies from "spdx-satisfies";
import { expect, test } from "vitest";
import { inRoot } from "../run.mjs";

/** Licences under which the product may be run and passed on by anybody, as long as their notices stay. */
const permissive = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  "MIT-0",
  "OFL-1.1",
  "PSF-2.0",
];

/** Other licences, each with the packages that may have it and why. */
const exceptions: Record<string, { licences: string[]; packages: RegExp }> = {
  "libraries that are loaded, not changed: anybody can replace them": {
    licences: ["LGPL-3.0-or-later", "MPL-2.0"],
    packages: /^(?:@img\/sharp-|lightningcss(?:-|$)|axe-core$|ical\.js$)/,
  },
  "lists of licences, which this test reads": {
    licences: ["CC-BY-3.0", "CC0-1.0"],
    packages: /^spdx-/,
  },
};

/** Packages whose package.json names no licence, with the licence of their LICENSE file. */
const unnamed: Record<string, string> = { "png-js": "MIT" };

test("every package that the lockfile names has a licence that lets anybody run and distribute the product", () => {
  const lockfile: { packages: Record<string, { license?: string }> } = JSON.parse(
    readFileSync(inRoot("package-lock.json"), "utf8"),
  );
  const packages = Object.entries(lockfile.packages)
    .filter(([folder]) => folder !== "")
    .map(([folder, { license }]) => {
      const name = folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
      return { name, licence: license ?? unnamed[name] };
    });
  expect(packages.length).toBeGreaterThan(300);
  const refused = packages.filter(({ name, licence }) => {
    const allowed = Object.values(exceptions)
      .filter((exception) => exception.packages.test(name))
      .flatMap(({ licences }) => licences);
    return licence === undefined || !satisfies(licence, [...permissive, ...allowed]);
  });
  expect(refused).toEqual([]);
});
