import { parseArgs } from "node:util";

/** Options of a command: those with a value, and flags. */
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

/** Prints the usage of a command, on request or after invalid arguments. */
export function printUsage(usage: string, args: readonly string[]): void {
  const isHelp = args.includes("--help");
  (isHelp ? process.stdout : process.stderr).write(usage);
  process.exitCode = isHelp ? 0 : 2;
}
