import { z } from "zod";

/** `default` describes what applies when the environment variable is not set. */
export interface Setting {
  schema: z.ZodType;
  default: string;
  doc: string;
}

export type Settings = Readonly<Record<string, Setting>>;

export type SettingsValues<S extends Settings> = z.output<
  z.ZodObject<{ [Name in keyof S]: S[Name]["schema"] }>
>;

interface ParsedSettings<Values> {
  values: Values;
  /** The names of those that could not be parsed. They count as absent, so that the others can be checked together. */
  failed: ReadonlySet<string>;
  errors: string[];
}

/** Reports a problem between several settings, unless one of them could not be parsed, which is reported already. */
export type SettingsErrorReporter = (concerned: readonly string[], sentence: string) => void;

/** Reports each setting that is missing although another of those that belong together is set. */
export function requireTogether(
  given: Readonly<Record<string, unknown>>,
  reportError: SettingsErrorReporter,
): void {
  const present = Object.keys(given).find((name) => given[name] !== undefined);
  if (present === undefined) return;
  for (const name of Object.keys(given).filter((one) => given[one] === undefined)) {
    reportError([name, present], `${name} is missing: needed because ${present} is set`);
  }
}

// A schema's message follows the setting's name.
export const choiceSchema = <const V extends readonly string[]>(...values: V) =>
  z.enum(values, `must be ${listOfChoices(values)}`);
export const trueOrFalse = choiceSchema("true", "false").transform((value) => value === "true");
export const onOff = choiceSchema("on", "off").transform((value) => value === "on");
export const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number(error).int(error).min(min, error).max(max, error);
};
export const origin = z
  .url({
    protocol: /^https?$/,
    error: "must be an address like https://paraline.example",
    abort: true,
  })
  .refine((value) => ["", "/"].includes(new URL(value).pathname), "must have no path")
  .transform((value) => new URL(value).origin);

export function listOfChoices(choices: readonly string[]): string {
  return new Intl.ListFormat("en", { type: "disjunction" }).format(choices);
}

export function parseSettings<S extends Settings>(
  settings: S,
  environment: NodeJS.ProcessEnv,
): ParsedSettings<SettingsValues<S>> {
  const values: Record<string, unknown> = {};
  const failed = new Set<string>();
  const errors: string[] = [];
  for (const [name, { schema }] of Object.entries(settings)) {
    const parsed = schema.safeParse(environment[name]?.trim() || undefined);
    if (!parsed.success) {
      failed.add(name);
      errors.push(`${name} ${parsed.error.issues[0]?.message ?? "is not valid"}`);
    }
    values[name] = parsed.success ? parsed.data : schema.parse(undefined);
  }
  return { values: values as SettingsValues<S>, failed, errors };
}
