import { BaseSequencer, type TestSpecification } from "vitest/node";

/** It takes longer than any other file, and is not one of the largest, with which Vitest would begin. */
const longest = "/server/process/crash.test.ts";

/** Starts the file that takes longest before the others, so that it does not run alone at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // Its tests run on the embedded database only.
    const isLongest = ({ moduleId, project }: TestSpecification) =>
      moduleId.endsWith(longest) && project.name === "embedded";
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}
