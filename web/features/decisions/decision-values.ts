import {
  type CameTrue,
  cameTrueNames,
  confidences,
  type Decision,
  type DecisionChanges,
  type DecisionPath,
  decisionPaths,
  type PathField,
  pathFields,
} from "#contract/decisions.ts";
import { limits } from "#contract/limits.ts";
import { isPlanDay } from "#contract/values/days.ts";
import { countCharacters } from "#contract/values/plain-text.ts";

/** Everything typed or chosen on the screen, by name; empty if not set. */
export type DecisionValues = Record<string, string>;

const closingParts = ["heard", "decided", "thanks"] as const;

export function fieldKey(path: DecisionPath, field: string): string {
  return `${path}.${field}`;
}

export function createValues(decision: Decision): DecisionValues {
  const values: DecisionValues = {
    path: decision.path ?? "",
    review_date: decision.review_date ?? "",
    prediction: decision.prediction,
    confidence: decision.confidence === null ? "" : String(decision.confidence),
    what_happened: decision.what_happened,
    came_true: decision.came_true ?? "",
  };
  for (const path of decisionPaths) {
    for (const [field, text] of Object.entries(decision.fields[path])) {
      values[fieldKey(path, field)] = text;
    }
  }
  for (const part of closingParts) values[`closing.${part}`] = decision.closing[part];
  return values;
}

export function toChanges(values: DecisionValues): DecisionChanges {
  const fields: Record<string, Record<string, string>> = {};
  const closing: Record<string, string> = {};
  const changes: DecisionChanges = {};
  for (const [key, value] of Object.entries(values)) {
    const [group = "", field] = key.split(".");
    if (group === "closing" && field !== undefined) closing[field] = value;
    else if (field !== undefined) fields[group] = { ...fields[group], [field]: value };
    else if (key === "path") changes.path = decisionPaths.find((path) => path === value) ?? null;
    else if (key === "review_date") changes.review_date = value === "" ? null : value;
    else if (key === "confidence") {
      changes.confidence = confidences.find((percent) => String(percent) === value) ?? null;
    } else if (key === "prediction") changes.prediction = value;
    else if (key === "what_happened") changes.what_happened = value;
    else if (key === "came_true") changes.came_true = isCameTrue(value) ? value : null;
  }
  if (Object.keys(fields).length > 0) changes.fields = fields;
  if (Object.keys(closing).length > 0) changes.closing = closing;
  return changes;
}

function isCameTrue(value: string): value is CameTrue {
  return Object.hasOwn(cameTrueNames, value);
}

export function findLimit(key: string): number {
  if (key.startsWith("closing.")) return limits.closingPartCharacters;
  if (key === "what_happened") return limits.decisionWritingCharacters;
  return findField(key)?.kind === "writing"
    ? limits.decisionWritingCharacters
    : limits.decisionLineCharacters;
}

/** Why a value cannot be saved as it is, as a message. The value stays on the screen and in this browser. */
export function findError(key: string, value: string): string | undefined {
  const isDay = key === "review_date" || findField(key)?.kind === "day";
  if (isDay) {
    return value === "" || isPlanDay(value) ? undefined : "Choose a day from 2000 to 2099";
  }
  const limit = findLimit(key);
  return countCharacters(value) > limit
    ? `This may have at most ${limit} characters, so it is not saved yet.`
    : undefined;
}

function findField(key: string): PathField | undefined {
  const [group, name] = key.split(".");
  const path = decisionPaths.find((one) => one === group);
  const fields: readonly PathField[] = path === undefined ? [] : pathFields[path];
  return fields.find((field) => field.name === name);
}
