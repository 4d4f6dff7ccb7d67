/** What the journeys need of a browser, whichever engine it has. Selectors are CSS. */
export interface EngineBrowser {
  /** Runs the body of a function in the page and hands back what it returns, as JSON. */
  read<Value>(body: string): Promise<Value>;
  /** Presses an element, brought to the middle of the window before. */
  press(selector: string): Promise<void>;
  /** Types into what has the focus: characters, and {@link keys}. Control holds for the one key after it. */
  type(text: string): Promise<void>;
  close(): Promise<void>;
}

/** A phone's window as Safari's bars leave it. */
export const engine_window = { width: 390, height: 664 };

/** Far more than any machine needs that does nothing else. */
export const engine_starts_within_ms = 120_000;

/** Source: https://www.w3.org/TR/webdriver2/#keyboard-actions */
export const keys = { enter: "\uE007", control: "\uE009", right: "\uE014" } as const;

export const keyNames: Record<string, string> = {
  [keys.enter]: "Enter",
  [keys.control]: "Control",
  [keys.right]: "ArrowRight",
};

/** A text as presses and releases of keys. */
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
