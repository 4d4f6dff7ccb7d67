import {
  type Judge,
  listOfChoices,
  oneOf,
  parseSettings,
  type Setting,
  type Settings,
  type ValuesOf,
} from "./settings.ts";

/** What is said of a provider by its own file, which is all that the settings know of it. */
interface BillingDescription<S extends Settings, Opener> {
  /** What BILLING calls it, and what its rows bear. */
  name: string;
  /** What it is, after its name and a colon. */
  doc: string;
  settings: S;
  /** The one of its settings that chooses it where BILLING is absent. */
  chosen_by?: keyof S & string;
  /** Whether no money moves: chosen on loopback where nothing else is, and what it keeps goes with an account's rows. */
  is_built_in?: boolean;
  /** What opens it; undefined after telling what is missing. Asked of the one that is chosen. */
  configure(values: ValuesOf<S>, judge: Judge): Opener | undefined;
}

/** One of what BILLING may be besides `off`. */
export interface BillingChoice<Opener> {
  name: string;
  doc: string;
  settings: Settings;
  chosen_by: string | undefined;
  is_built_in: boolean;
  configure(environment: NodeJS.ProcessEnv, judge: Judge): Opener | undefined;
}

/** Makes a choice for BILLING of what a provider's file says of it. */
export function defineBillingChoice<S extends Settings, Opener>({
  name,
  doc,
  settings,
  chosen_by,
  is_built_in = false,
  configure,
}: BillingDescription<S, Opener>): BillingChoice<Opener> {
  return {
    name,
    doc,
    settings,
    chosen_by,
    is_built_in,
    configure: (environment, judge) =>
      configure(parseSettings(settings, environment).values, judge),
  };
}

/** The setting that chooses among them. */
export function billingSetting(choices: readonly BillingChoice<unknown>[]) {
  const told = choices.flatMap(({ name, chosen_by }) =>
    chosen_by === undefined ? [] : [`${name} when ${chosen_by} is set, else `],
  );
  const built_in = choices.find(({ is_built_in }) => is_built_in);
  return {
    schema: oneOf(...choices.map(({ name }) => name), "off").optional(),
    absent: `${told.join("")}${built_in === undefined ? "" : `${built_in.name} on loopback; elsewhere `}it has to be chosen`,
    doc: `How results are unlocked. ${choices.map(({ name, doc }) => `${name}: ${doc}; `).join("")}off: everything is unlocked.`,
  } as const satisfies Setting;
}

/**
 * The way that is in force: as named, else as one of its settings says, else what is built in, on loopback. What is
 * missing for that is judged.
 * @returns what opens its provider; none for `off`
 */
export function chooseBilling<Opener>(
  choices: readonly BillingChoice<Opener>[],
  {
    named,
    environment,
    on_loopback,
    judge,
  }: {
    named: string | undefined;
    environment: NodeJS.ProcessEnv;
    on_loopback: boolean;
    judge: Judge;
  },
): { way: string | undefined; open: Opener | undefined } {
  const isSet = (name: string | undefined) =>
    name !== undefined && Boolean(environment[name]?.trim());
  const way =
    named ??
    (
      choices.find(({ chosen_by }) => isSet(chosen_by)) ??
      (on_loopback ? choices.find(({ is_built_in }) => is_built_in) : undefined)
    )?.name;
  if (way === undefined) {
    const told_by = choices.flatMap(({ chosen_by }) => chosen_by ?? []);
    const words = choices.map(({ name, doc }) => `${name} (${doc})`);
    judge(
      ["BILLING", ...told_by, "HOST", "PUBLIC_URL"],
      `BILLING is missing: choose ${listOfChoices([...words, "off (everything is unlocked)"])}`,
    );
  }
  // Whoever chose a way by its name may keep what they have for another.
  for (const { name, chosen_by, settings } of choices) {
    if (named !== undefined || name === way || chosen_by === undefined) continue;
    for (const [setting, { schema }] of Object.entries(settings)) {
      const is_optional = schema.parse(undefined) === undefined;
      if (isSet(setting) && is_optional && setting !== chosen_by) {
        judge([chosen_by, "BILLING"], `${chosen_by} is missing: needed because ${setting} is set`);
      }
    }
  }
  const chosen = choices.find(({ name }) => name === way);
  return { way, open: chosen?.configure(environment, judge) };
}
