import { spawnSync } from "node:child_process";

/** What the journeys need from a browser, whatever its engine. Selectors are CSS. */
export interface EngineBrowser {
  /** Runs the body of a function in the page and returns its result as JSON. */
  read<Value>(body: string): Promise<Value>;
  /** Scrolls an element to the middle of the window, then clicks it. */
  click(selector: string): Promise<void>;
  /** Types characters and {@link keys} into the focused element. Control is held for the one key after it. */
  type(text: string): Promise<void>;
  close(): Promise<void>;
}

/** A phone's viewport without Safari's bars. */
export const engineWindow = { width: 390, height: 664 };

/** Far more than an otherwise idle machine needs. */
export const engineStartsWithinMs = 120_000;

/** Source: https://www.w3.org/TR/webdriver2/#keyboard-actions */
export const keys = { enter: "\uE007", control: "\uE009", right: "\uE014" } as const;

export const keyNames: Record<string, string> = {
  [keys.enter]: "Enter",
  [keys.control]: "Control",
  [keys.right]: "ArrowRight",
};

/** A text as key presses and releases. */
export function typedKeys(text: string): { down: boolean; key: string }[] {
  let isHeld = false;
  return [...text].flatMap((key) => {
    if (key === keys.control) {
      isHeld = true;
      return [{ down: true, key }];
    }
    const pressed = [
      { down: true, key },
      { down: false, key },
    ];
    if (isHeld) pressed.push({ down: false, key: keys.control });
    isHeld = false;
    return pressed;
  });
}

/**
 * Why this machine cannot run a program at all, found by running `--version` or similar; undefined if it can, in which
 * case a browser that does not start is our mistake.
 */
export function describeUnrunnable(
  program: string,
  options: { args?: string[]; env?: NodeJS.ProcessEnv } = {},
): string | undefined {
  const { args = ["--version"], env } = options;
  const { status, signal, error } = spawnSync(program, args, {
    env: { ...process.env, ...env },
    stdio: "ignore",
    timeout: engineStartsWithinMs,
  });
  if (status === 0) return undefined;
  return `${program} ${args.join(" ")}: ${error?.message ?? `ended with ${signal ?? status}`}`;
}
