import { expect, test } from "vitest";
import { findReleaseNotes } from "./find-release-notes.mjs";

const changelog = `# Changelog

## [Unreleased]

## [1.2.0] - 2026-01-02

### Added

- A thing.

## [1.1.0] - 2025-01-02

- Another.
`;

test("a release's notes are its section of the changelog", () => {
  expect(findReleaseNotes(changelog, "1.2.0")).toBe("### Added\n\n- A thing.");
  expect(findReleaseNotes(changelog, "1.1.0")).toBe("- Another.");
});

test("a version without a section, or with an empty one, has no notes", () => {
  expect(findReleaseNotes(changelog, "1.2")).toBeUndefined();
  expect(findReleaseNotes(changelog, "Unreleased")).toBeUndefined();
});
