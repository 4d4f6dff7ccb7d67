import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

test("the linter refuses code that checks the type of a question outside the modules for types", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "paraline-lint-"));
  try {
    mkdirSync(path.join(folder, "tools/lint"), { recursive: true });
    for (const file of ["biome.json", "tools/lint/question-types.grit"]) {
      copyFileSync(path.join(root, file), path.join(folder, file));
    }
    const offender = `export const found = (type: string, answer: object) => {
  switch (type) {
    case "rating":
      return 3;
  }
  if (type === "rating") return 5;
  if (type !== "textarea") return 6;
  return "rating" in answer;
};
`;
    for (const place of ["web/features", "web/question-types"]) {
      mkdirSync(path.join(folder, place), { recursive: true });
      writeFileSync(path.join(folder, place, "offender.ts"), offender);
    }
    const { stdout } = spawnSync(
      process.execPath,
      [
        path.join(root, "node_modules/@biomejs/biome/bin/biome"),
        ...["lint", "--reporter=json", "--vcs-enabled=false", "web"],
      ],
      { cwd: folder, encoding: "utf8" },
    );
    const lines = [...stdout.matchAll(/"category":"plugin".*?"path":"([^"]+)".*?"line":(\d+)/g)];
    expect(lines.map(([, file, line]) => `${file}:${line}`)).toEqual(
      [3, 6, 7, 8].map((line) => `web/features/offender.ts:${line}`),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
