import { parseArgs } from "node:util";
// npm run … --help prints these before anything is built.
import usages from "./usages.json" with { type: "json" };

interface KnownOptions<Named extends string, Flag extends string> {
  named: readonly Named[];
  flags: readonly Flag[];
}

/** The options that an operator wrote after a command; undefined if the command does not know one of them. */
export function readOptions<Named extends string, Flag extends string>(
  args: readonly string[],
  { named, flags }: KnownOptions<Named, Flag>,
): { values: Partial<Record<Named, string>>; has: (flag: Flag) => boolean } | undefined {
  const options = {
    ...Object.fromEntries(named.map((name) => [name, { type: "string" as const }])),
    ...Object.fromEntries(flags.map((name) => [name, { type: "boolean" as const }])),
  };
  try {
    const { values } = parseArgs({ args: [...args], options, allowPositionals: false });
    return {
      values: values as Partial<Record<Named, string>>,
      has: (flag) => (values as Partial<Record<string, unknown>>)[flag] === true,
    };
  } catch {
    return undefined;
  }
}

export type CommandName = keyof typeof usages;

export function describeUsage(command: CommandName): string {
  return `${usages[command].join("\n")}\n`;
}

export function refuseArguments(command: CommandName): void {
  process.stderr.write(describeUsage(command));
  process.exitCode = 2;
}

export function isCommand(name: string | undefined): name is CommandName {
  return name !== undefined && Object.hasOwn(usages, name);
}
