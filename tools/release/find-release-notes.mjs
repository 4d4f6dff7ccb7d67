/**
 * What a changelog says about one version.
 * @param {string} changelog in the form of Keep a Changelog: a section for each version, headed `## [1.2.3]`
 * @param {string} version such as `1.2.3`
 * @returns {string | undefined} the section without its heading; undefined if there is none, or nothing in it
 */
export function findReleaseNotes(changelog, version) {
  const section = changelog
    .split(/^## /m)
    .slice(1)
    .find((text) => text.startsWith(`[${version}]`));
  const notes = section?.slice(section.indexOf("\n")).trim();
  return notes === "" ? undefined : notes;
}
