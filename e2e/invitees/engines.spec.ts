import { findTextDirection, languageNames } from "#contract/languages.ts";
import { inviteeMessages } from "#contract/messages/all.ts";
import { describeUnrunnable, type EngineBrowser, keys } from "../testing/engines/browser.ts";
import { startFirefox } from "../testing/engines/firefox.ts";
import { type ScriptBlocker, startScriptBlocker } from "../testing/engines/script-blocker.ts";
import { describeUnrunnableWebKit, startWebKit } from "../testing/engines/webkit.ts";
import { expect, test } from "../testing/fixtures.ts";

const { FIREFOX_PATH, WEBKIT_DRIVER_PATH, WEBKIT_BROWSER_PATH } = process.env;

interface Engine {
  start(firstPort: number): Promise<EngineBrowser>;
  describeUnrunnable(): string | undefined | Promise<string | undefined>;
}

const engines: Record<string, Engine | undefined> = {
  Firefox: FIREFOX_PATH
    ? {
        start: () => startFirefox(FIREFOX_PATH),
        describeUnrunnable: () => describeUnrunnable(FIREFOX_PATH),
      }
    : undefined,
  WebKit:
    WEBKIT_DRIVER_PATH && WEBKIT_BROWSER_PATH
      ? webKit({ driver: WEBKIT_DRIVER_PATH, browser: WEBKIT_BROWSER_PATH })
      : undefined,
};

function webKit(programs: { driver: string; browser: string }): Engine {
  return {
    start: (firstPort) => startWebKit({ ...programs, firstPort }),
    describeUnrunnable: () => describeUnrunnableWebKit(programs),
  };
}

test("an engine is skipped only if its programs do not run", async () => {
  const missing = "/nowhere/browser";
  expect(describeUnrunnable(missing)).toContain(missing);
  expect(describeUnrunnable(process.execPath)).toBeUndefined();
  expect(describeUnrunnable(process.execPath, { args: ["--no-such-option"] })).toContain("ended");
});

for (const [name, engine] of Object.entries(engines)) {
  test.describe(`an invitee in ${name}`, () => {
    test.skip(engine === undefined, `${name} could not be installed on this machine.`);
    test.slow();
    // These engines are controlled from outside, and their drivers may lose a command. A mistake of the product appears
    // in all three attempts.
    // One browser is enough for all of them: each has its own origin, so none sees what another has stored.
    test.describe.configure({ mode: "default", retries: 2 });

    let browser: EngineBrowser;
    let close = async () => {};
    let gate: ScriptBlocker;
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from the pattern
    test.beforeAll(async ({}, { parallelIndex }) => {
      if (engine === undefined) return;
      try {
        browser = await engine.start(4120 + 40 * parallelIndex);
      } catch (error) {
        const reason = await engine.describeUnrunnable();
        test.skip(reason !== undefined, `${name} does not run on this machine: ${reason}`);
        throw error;
      }
      close = () => browser.close();
    });
    test.afterAll(() => close());
    test.beforeEach(async ({ product }) => {
      gate = await startScriptBlocker(product.url);
    });
    test.afterEach(() => gate.close());

    /** Reads until the condition holds. While a page is loading, there may be nothing to read. */
    const eventually = (body: string, expected: unknown) =>
      expect
        .poll(() => browser.read(`return ${body}`).catch(() => undefined), { timeout: 60_000 })
        .toBe(expected);
    const heading = "document.querySelector('h1')?.textContent";
    const written = "document.querySelector('textarea')?.value";
    const question =
      "[...document.querySelectorAll('.progress-meta span:first-child')].find((words) => words.checkVisibility())?.textContent";

    const gapAtTheRight = (selector: string) => `(() => {
      const element = document.querySelector(${JSON.stringify(selector)});
      const text = document.createRange();
      text.selectNodeContents(element);
      const [box, line] = [element, text].map((place) => place.getBoundingClientRect());
      return Math.round(box.right - line.right);
    })()`;

    async function click(selector: string) {
      await eventually(`!!document.querySelector(${JSON.stringify(selector)})`, true);
      // The element may be replaced after it was found; then nothing was clicked.
      await expect(() => browser.click(selector)).toPass({ timeout: 60_000 });
    }

    async function open(url: string) {
      await browser.read(`window.isLeft = true; location.href = ${JSON.stringify(url)}`);
      await eventually("window.isLeft === undefined && !!document.querySelector('h1')", true);
    }

    test("answers by touch and by keyboard, and finds everything again after a reload", async ({
      api,
      product,
    }) => {
      const owner = await api.signUp();
      const { circle, people } = await api.create(owner, { people: ["Ana"] });
      const link = people[0].link.replace(product.url, gate.url);
      await open(link);
      await eventually("document.title", "Question 1 of 3 · Paraline");
      // A page that is left before it has loaded is not in the browser's history.
      await eventually("document.readyState", "complete");
      await click("#q1 textarea");
      await open(link);
      await eventually("document.title", "Question 1 of 3 · Paraline");
      await click("#q1 textarea");
      await browser.type("At the stove.");
      await open(`${gate.url}/feedback`);
      await eventually(written, "At the stove.");
      await click("#q1 textarea");
      await browser.type(keys.control + keys.enter);
      await eventually(question, "Question 2 of 3");
      await click("#q2 label:nth-of-type(4)");
      await browser.type(keys.right);
      await eventually("document.querySelector('#q2 input:checked')?.value", "5");
      await click("#q2 .btn-primary");
      await eventually(question, "Question 3 of 3");
      await browser.read("setTimeout(() => history.back())");
      await eventually(question, "Question 2 of 3");
      await open(link);
      await eventually(question, "Question 2 of 3");
      await click("#q2 .btn-primary");
      await eventually(question, "Question 3 of 3");
      await click("#q3 textarea");
      await browser.type("Open it.");
      await click("#q3 .btn-primary");
      await eventually(heading, "Thank you");
      const results = await api.results(owner, circle);
      expect(results.responses[0]?.answers.map(({ answer }) => answer)).toEqual([
        "At the stove.",
        5,
        "Open it.",
      ]);
      // This goes back to the questions as they were, which are restored from the browser's cache or loaded without a
      // link.
      await browser.read("setTimeout(() => history.back())");
      await eventually(heading, "You've already shared your reflections");
      await open(link);
      await eventually(heading, "You've already shared your reflections");
    });

    for (const language of ["de", "ja", "ar"] as const) {
      test(`answers in ${languageNames[language]}`, async ({ api, product }) => {
        const { people } = await api.create(await api.signUp(), { language, people: ["Ana"] });
        await open(people[0].link.replace(product.url, gate.url));
        const { page, later } = inviteeMessages[language];
        await eventually("document.title", `${page.question(1, 3)} · Paraline`);
        await eventually("getComputedStyle(document.body).direction", findTextDirection(language));
        await click("#q1 textarea");
        await browser.type("1");
        await click("#q1 .btn-primary");
        await eventually(question, page.question(2, 3));
        await click("#q2 label:nth-of-type(4)");
        await click("#q2 .btn-primary");
        await eventually(question, page.question(3, 3));
        await click("#q3 .btn-primary");
        await eventually(heading, later.thanks);
        await eventually("location.search", `?lang=${language}`);
      });
    }

    test("loses nothing when the scripts load late", async ({ api, product }) => {
      const { people } = await api.create(await api.signUp(), { people: ["Ana"] });
      const link = people[0].link.replace(product.url, gate.url);
      gate.scripts = "wait";
      await open(link);
      await click("#q1 textarea");
      await browser.type("Before the scripts.");
      await open(link);
      await eventually(written, "Before the scripts.");
      gate.release();
      await eventually("location.pathname", "/feedback");
      await eventually(written, "Before the scripts.");
      // Once the question has been visible, the link to it disappears, and the buttons stay at the bottom of the
      // window.
      await click("#q1 textarea");
      await eventually(
        "document.querySelectorAll('.invitee-start, .invitee-foot-resting').length",
        0,
      );
      await click("#q1 .invitee-foot .btn-primary");
      await eventually(question, "Question 2 of 3");
    });

    test("reads and writes from right to left", async ({ api, product }) => {
      const title = "האם לפתוח מאפייה?";
      const questions = [{ label: "متى رأيتني أكثر حيوية؟", type: "textarea" as const }];
      const owner = await api.signUp();
      const { people } = await api.create(owner, { people: ["לאה"], title, questions });
      await open(people[0].link.replace(product.url, gate.url));
      await click("#q1 textarea");
      await browser.type("את רגועה.");
      await eventually(written, "את רגועה.");
      for (const selector of [".letterhead h1", "#q1 h2:has(label)"]) {
        await eventually(gapAtTheRight(selector), 0);
      }
      await eventually("getComputedStyle(document.querySelector('#q1 textarea')).direction", "rtl");
    });

    test("answers without scripts, and finds no open form when going back from the thank-you page", async ({
      api,
      product,
    }) => {
      const { people } = await api.create(await api.signUp(), { people: ["Ana"] });
      gate.scripts = "fail";
      await open(people[0].link.replace(product.url, gate.url));
      await click("#q1 textarea");
      await browser.type("By a plain form.");
      await click("#q1 .btn-primary");
      await eventually(question, "Question 2 of 3");
      await click("#q2 .btn-primary");
      await eventually(question, "Question 3 of 3");
      await click("#q3 .btn-primary");
      await eventually(heading, "Thank you");
      await browser.read("setTimeout(() => history.go(-3))");
      await eventually(heading, "You've already shared your reflections");
    });
  });
}
