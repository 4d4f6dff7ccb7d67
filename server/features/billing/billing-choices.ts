import type { BillingSettings } from "#server/config/config.ts";
import {
  choiceSchema,
  listOfChoices,
  parseSettings,
  type Setting,
  type Settings,
  type SettingsErrorReporter,
  type SettingsValues,
} from "#server/config/settings.ts";
import type { Check } from "#server/system/check.ts";
import type { Clock } from "#server/system/clock.ts";

/** What a provider has to know so that its settings can be checked from outside the product. */
export interface CheckedServer {
  publicUrl: string;
  onLoopback: boolean;
  clock: Clock;
}

/** The declarations in a provider's own file; the settings know nothing else about the provider. */
interface BillingDescription<S extends Settings, Opener> {
  /** Its name in BILLING and in its rows. */
  name: string;
  /** A description, printed after its name and a colon. */
  doc: string;
  settings: S;
  /** Its setting that selects it when BILLING is absent. */
  chosenBy?: keyof S & string;
  /** The provider's name in its rows and on its pages, if that depends on its settings; absent: `name`. */
  findMode?(values: SettingsValues<S>): string;
  /**
   * Whether no money moves. Such a provider is selected on loopback if no other is, and its data is deleted with an
   * account's rows.
   */
  isBuiltIn?: boolean;
  /**
   * Returns the function that opens the provider, or undefined after reporting what is missing. It is called only for
   * the selected provider.
   */
  configure(values: SettingsValues<S>, reportError: SettingsErrorReporter): Opener | undefined;
  /**
   * The checks with which `npm run doctor` asks the provider; they change nothing there. Called only for the selected
   * provider.
   */
  listChecks(values: SettingsValues<S>, server: CheckedServer): Check[];
}

/** One of the values that BILLING may have besides `off`. */
export interface BillingChoice<Opener> {
  name: string;
  doc: string;
  settings: Settings;
  chosenBy: string | undefined;
  isBuiltIn: boolean;
  findMode(environment: NodeJS.ProcessEnv): string;
  configure(environment: NodeJS.ProcessEnv, reportError: SettingsErrorReporter): Opener | undefined;
  listChecks(environment: NodeJS.ProcessEnv, server: CheckedServer): Check[];
}

/** Makes a BILLING choice from what a provider's file declares. */
export function defineBillingChoice<S extends Settings, Opener>(
  description: BillingDescription<S, Opener>,
): BillingChoice<Opener> {
  const { name, doc, settings, chosenBy, isBuiltIn = false } = description;
  const parseValues = (environment: NodeJS.ProcessEnv) =>
    parseSettings(settings, environment).values;
  return {
    name,
    doc,
    settings,
    chosenBy,
    isBuiltIn,
    findMode: (environment) => description.findMode?.(parseValues(environment)) ?? name,
    configure: (environment, reportError) =>
      description.configure(parseValues(environment), reportError),
    listChecks: (environment, server) => description.listChecks(parseValues(environment), server),
  };
}

export function billingSettings<Opener>(
  choices: readonly BillingChoice<Opener>[],
): BillingSettings<Opener> {
  return {
    BILLING: billingSetting(choices),
    ofProviders: Object.fromEntries(choices.flatMap(({ settings }) => Object.entries(settings))),
    choose: (given) => chooseBilling(choices, given),
  };
}

function billingSetting(choices: readonly BillingChoice<unknown>[]) {
  const choosingSettings = choices.flatMap(({ name, chosenBy }) =>
    chosenBy === undefined ? [] : [`${name} when ${chosenBy} is set, else `],
  );
  const builtIn = choices.find(({ isBuiltIn }) => isBuiltIn);
  return {
    schema: choiceSchema(...choices.map(({ name }) => name), "off").optional(),
    default: `${choosingSettings.join("")}${builtIn === undefined ? "" : `${builtIn.name} on loopback; elsewhere `}it has to be chosen`,
    doc: `How results are unlocked. ${choices.map(({ name, doc }) => `${name}: ${doc}; `).join("")}off: everything is unlocked.`,
  } as const satisfies Setting;
}

/**
 * The effective choice: the one that BILLING names, else the one that a setting selects, else the built-in one on
 * loopback. Reports the settings that it lacks.
 */
function chooseBilling<Opener>(
  choices: readonly BillingChoice<Opener>[],
  { named, environment, onLoopback, reportError }: Parameters<BillingSettings<Opener>["choose"]>[0],
): ReturnType<BillingSettings<Opener>["choose"]> {
  const isSet = (name: string | undefined) =>
    name !== undefined && Boolean(environment[name]?.trim());
  const mode =
    named ??
    (
      choices.find(({ chosenBy }) => isSet(chosenBy)) ??
      (onLoopback ? choices.find(({ isBuiltIn }) => isBuiltIn) : undefined)
    )?.name;
  if (mode === undefined) {
    const decidingSettings = choices.flatMap(({ chosenBy }) => chosenBy ?? []);
    const words = choices.map(({ name, doc }) => `${name} (${doc})`);
    reportError(
      ["BILLING", ...decidingSettings, "HOST", "PUBLIC_URL"],
      `BILLING is missing: choose ${listOfChoices([...words, "off (everything is unlocked)"])}`,
    );
  }
  // If BILLING names a provider, settings of the other providers may remain.
  for (const { name, chosenBy, settings } of choices) {
    if (named !== undefined || name === mode || chosenBy === undefined) continue;
    for (const [setting, { schema }] of Object.entries(settings)) {
      const isOptional = schema.parse(undefined) === undefined;
      if (isSet(setting) && isOptional && setting !== chosenBy) {
        reportError(
          [chosenBy, "BILLING"],
          `${chosenBy} is missing: needed because ${setting} is set`,
        );
      }
    }
  }
  const chosen = choices.find(({ name }) => name === mode);
  return {
    mode: chosen?.findMode(environment) ?? mode,
    open: chosen?.configure(environment, reportError),
  };
}
