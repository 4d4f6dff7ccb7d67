import { BaseSequencer, type TestSpecification } from "vitest/node";

/** They take longer than any other file of their group, though they are not among its largest. */
const longest = ["server/process/crash.test.ts", "tools/replicas/replicas.test.ts"];

/** Starts the files that take longest before the others, so that none of them runs alone at the end of its group. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      longest.some((file) => moduleId.endsWith(`/${file}`));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
