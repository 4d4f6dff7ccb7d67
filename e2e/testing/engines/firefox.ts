import { type KeyInput, launch } from "puppeteer-core";
import {
  type EngineBrowser,
  engineStartsWithinMs,
  engineWindow,
  keyNames,
  typedKeys,
} from "./browser.ts";

/** Firefox, driven by WebDriver BiDi. */
export async function startFirefox(executablePath: string): Promise<EngineBrowser> {
  const browser = await launch({
    browser: "firefox",
    executablePath,
    headless: true,
    timeout: engineStartsWithinMs,
    defaultViewport: engineWindow,
    extraPrefsFirefox: { "datareporting.policy.dataSubmissionEnabled": false },
  });
  const page = await browser.newPage();
  return {
    read: <Value>(body: string) => page.evaluate(`(() => { ${body} })()`) as Promise<Value>,
    async click(selector) {
      const found = await page.$(selector);
      if (!found) throw new Error(`There is no ${selector}.`);
      await found.evaluate((element) => element.scrollIntoView({ block: "center" }));
      await found.click();
    },
    async type(text) {
      for (const { down, key } of typedKeys(text)) {
        const name = (keyNames[key] ?? key) as KeyInput;
        if (down) await page.keyboard.down(name);
        else await page.keyboard.up(name);
      }
    },
    close: () => browser.close(),
  };
}
