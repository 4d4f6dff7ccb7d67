import { readFileSync } from "node:fs";
import { findReleaseNotes } from "./release/find-release-notes.mjs";
import { inRoot } from "./run.mjs";

const [version = ""] = process.argv.slice(2);
const notes = findReleaseNotes(readFileSync(inRoot("CHANGELOG.md"), "utf8"), version);
if (notes === undefined) {
  console.error(`CHANGELOG.md has no section "## [${version}]".`);
  process.exitCode = 1;
} else {
  console.log(notes);
}
