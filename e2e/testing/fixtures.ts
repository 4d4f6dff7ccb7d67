import { readFile } from "node:fs/promises";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type ConsoleMessage,
  expect,
  type Locator,
  type Page,
  type Request,
  type WebError,
} from "@playwright/test";
import axe from "axe-core";
import type { Circle } from "#contract/circles/circles.ts";
import { startCollector } from "./collector.ts";
import {
  type Api,
  type CircleInput,
  createApi,
  type DefaultPeople,
  type Invitees,
  type Owner,
  type PersonInput,
  type Profile,
} from "./owners.ts";
import { createPrivateTexts, type PrivateTexts } from "./private-texts.ts";
import { type Product, startProduct } from "./product.ts";

export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
};
export const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };

interface TestFixtures {
  /** Allows console messages and failed requests that are expected. Any other fails the test. */
  allow: (trouble: RegExp) => void;
  /** Opens a page in a separate browser, as for another person. */
  openBrowser: (options?: BrowserContextOptions) => Promise<Page>;
  /**
   * Opens a page in a browser where only the session of an owner is stored, a new one if none is given. See {@link
   * KeptBrowser}.
   */
  openAs: (owner?: Owner, options?: BrowserContextOptions) => Promise<Page>;
  /** An owner with a paraline and its people, and a page where they are signed in. */
  openOwner: <const People extends readonly PersonInput[] = DefaultPeople>(
    wanted?: CircleInput<People> & { owner?: Profile },
    options?: BrowserContextOptions,
  ) => Promise<{ owner: Owner; circle: Circle; people: Invitees<People>; page: Page }>;
  /** Makes a paraline, opens the link of its first person, and waits until the script has taken over. */
  openLink: (wanted?: CircleInput) => Promise<{ owner: Owner; circle: Circle; link: string }>;
  watch: Watch;
}

interface WorkerFixtures {
  /** The settings of the product. A file that changes them gets its own instance. */
  settings: Record<string, string>;
  /** What the journeys have typed. Afterwards, none of it may be in a log line, a metric or a span. */
  privateTexts: PrivateTexts;
  product: Product;
  api: Api;
  /** Idle browsers by their options. */
  idleBrowsers: Map<string, KeptBrowser>;
}

interface Watch {
  allowed: RegExp[];
  troubles: string[];
  /** Watches a context until the returned function is called. */
  follow(context: BrowserContext): () => void;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  settings: [{}, { scope: "worker", option: true }],

  privateTexts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from the pattern
    async ({}, use) => use(createPrivateTexts()),
    { scope: "worker" },
  ],

  product: [
    async ({ settings, privateTexts }, use, { parallelIndex }) => {
      const collector = await startCollector();
      const product = await startProduct(4100 + 40 * parallelIndex, {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
        METRICS_TOKEN: metricsToken,
        ...settings,
      });
      // Nothing is counted before the metrics are read for the first time.
      await readMetrics(product);
      // Only owners' calls are traced, and not every journey has an owner.
      await fetch(`${product.url}/api/circles`);
      await use(product);
      const metrics = await readMetrics(product);
      await product.stop();
      collector.close();
      const outputs = { log: product.log(), metrics, spans: collector.received() };
      for (const [where, text] of Object.entries(outputs)) {
        expect(privateTexts.findIn(text), `nothing that people typed is in the ${where}`).toEqual(
          [],
        );
      }
      expect(outputs.log).toContain('"answered"');
      expect(outputs.metrics).toContain('route="GET /metrics"');
      expect(outputs.spans).toContain("resourceSpans");
    },
    { scope: "worker", timeout: 180_000 },
  ],

  api: [
    async ({ product, privateTexts }, use) => use(createApi(product, privateTexts)),
    { scope: "worker" },
  ],

  baseURL: async ({ product }, use) => use(product.url),

  watch: async ({ product, privateTexts }, use) => {
    const watch = createWatch(product.url, privateTexts);
    const before = product.complaints.length;
    await use(watch);
    const complaints = product.complaints.slice(before).map((line) => `server: ${line}`);
    const unexpected = [...watch.troubles, ...complaints].filter(
      (trouble) => !watch.allowed.some((pattern) => pattern.test(trouble)),
    );
    expect(unexpected, "nothing goes wrong unseen").toEqual([]);
  },

  allow: async ({ watch }, use) => use((trouble) => void watch.allowed.push(trouble)),

  context: async ({ context, watch }, use) => {
    watch.follow(context);
    await use(context);
  },

  openBrowser: async ({ browser, product, watch }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ ...options, baseURL: product.url });
      opened.push(context);
      watch.follow(context);
      return context.newPage();
    });
    for (const context of opened) await context.close();
  },

  idleBrowsers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from the pattern
    async ({}, use) => {
      const idle = new Map<string, KeptBrowser>();
      await use(idle);
      for (const { context } of idle.values()) await context.close();
    },
    { scope: "worker" },
  ],

  openAs: async (
    { browser, idleBrowsers, product, api, watch, viewport, isMobile, hasTouch },
    use,
  ) => {
    const lent: { key: string; kept: KeptBrowser; leave: () => void }[] = [];
    await use(async (given, options = {}) => {
      const owner = given ?? (await api.signUp());
      const key = JSON.stringify({ viewport, isMobile, hasTouch, ...options });
      const kept = idleBrowsers.get(key) ?? (await keepBrowser(browser, product.url, options));
      idleBrowsers.delete(key);
      lent.push({ key, kept, leave: watch.follow(kept.context) });
      await kept.home.evaluate(([key, session]) => localStorage.setItem(key, session), [
        sessionKey,
        JSON.stringify(owner.session),
      ] as const);
      return kept.context.newPage();
    });
    for (const { key, kept, leave } of lent) {
      await empty(kept);
      leave();
      if (idleBrowsers.has(key)) await kept.context.close();
      else idleBrowsers.set(key, kept);
    }
  },

  openOwner: async ({ openAs, api }, use) => {
    await use(async (wanted, options) => {
      const owner = await api.signUp(wanted?.owner);
      return { owner, ...(await api.create(owner, wanted)), page: await openAs(owner, options) };
    });
  },

  openLink: async ({ page, api }, use) => {
    await use(async (wanted) => {
      const owner = await api.signUp();
      const { circle, people } = await api.create(owner, wanted);
      const link = people[0]?.link ?? "";
      await page.goto(link);
      await expect(page).toHaveURL("/feedback");
      return { owner, circle, link };
    });
  },
});

/**
 * A browser for owners that a worker keeps from one journey to the next, since loading the app into a new one costs
 * four times as much. What a journey changes in the browser itself must end with its pages: a journey that sets a
 * clock, a permission or the like opens a separate browser, `signedInAs` an owner.
 */
interface KeptBrowser {
  context: BrowserContext;
  /** Stays open, so that the process with the app's code goes on. */
  home: Page;
}

async function keepBrowser(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions,
): Promise<KeptBrowser> {
  const context = await browser.newContext({ ...options, baseURL });
  const home = await context.newPage();
  await home.goto("/favicon.svg");
  return { context, home };
}

/** Closes the journey's pages and deletes what they have stored. */
async function empty({ context, home }: KeptBrowser): Promise<void> {
  for (const page of context.pages()) if (page !== home) await page.close();
  await context.clearCookies();
  await context.clearPermissions();
  await home.evaluate(() => localStorage.clear());
}

/** Where the auth library keeps the session. */
const sessionKey = "paraline.auth";

/** An owner's session, as an option of a browser. */
export function signedInAs({ session }: Owner, origin = ""): BrowserContextOptions {
  const localStorage = [{ name: sessionKey, value: JSON.stringify(session) }];
  return { storageState: { cookies: [], origins: [{ origin, localStorage }] } };
}

export { expect };

/** Some products are not on loopback, where metrics need a token. */
const metricsToken = "the token of journeys";

async function readMetrics({ url }: Product): Promise<string> {
  const headers = { Authorization: `Bearer ${metricsToken}` };
  return (await fetch(`${url}/metrics`, { headers })).text();
}

/** Collects everything a browser complains about, requests that leave the product, and what the others contain. */
function createWatch(url: string, privateTexts: PrivateTexts): Watch {
  const troubles: string[] = [];
  return {
    // Playwright tries to run its own script in the email's frame, where no script may run.
    allowed: [/Blocked script execution in '[^']*\/outbox\//],
    troubles,
    follow(context) {
      const onConsole = (message: ConsoleMessage) => {
        if (message.type() !== "error" && message.type() !== "warning") return;
        troubles.push(`console: ${message.text()} (${message.location().url})`);
      };
      const onError = (error: WebError) => void troubles.push(`page error: ${error.error().stack}`);
      const onRequest = (request: Request) => {
        const own = [url, "data:", "blob:", "about:"].some((own) => request.url().startsWith(own));
        if (!own) troubles.push(`third party: ${request.url()}`);
        if (request.url().startsWith(url)) privateTexts.addRequest(request);
      };
      const onFailure = (request: Request) => {
        const reason = request.failure()?.errorText ?? "";
        // Leaving a page aborts its pending requests.
        if (reason === "net::ERR_ABORTED") return;
        troubles.push(`request failed: ${reason} ${request.method()} ${request.url()}`);
      };
      context.on("console", onConsole).on("weberror", onError);
      context.on("request", onRequest).on("requestfailed", onFailure);
      return () => {
        context.off("console", onConsole).off("weberror", onError);
        context.off("request", onRequest).off("requestfailed", onFailure);
      };
    },
  };
}

/** Makes these calls of a page fail with a server error until the returned function is called. */
export async function failCalls(
  page: Page,
  calls: string,
  { method = "", status = 503, code = "unavailable", message = "Not now." } = {},
): Promise<() => Promise<void>> {
  await page.route(calls, (route) =>
    route.request().method().includes(method)
      ? route.fulfill({ status, json: { code, message, request_id: "" } })
      : route.fallback(),
  );
  return () => page.unroute(calls);
}

/** The file that is downloaded at the click of a button. */
export async function download(
  page: Page,
  button: Locator,
): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** Checks that loading a screen moves nothing: a part is at the same place before and after the `call` is answered. */
export async function expectNoJump(
  page: Page,
  address: string,
  { call, part, loaded }: { call: string; part: Locator; loaded: Locator },
): Promise<void> {
  const held = Promise.withResolvers<void>();
  await page.route(call, async (route) => {
    await held.promise;
    await route.fallback();
  });
  await page.goto(address);
  await expect(page.getByRole("status").filter({ hasText: /^Loading$/ })).toHaveCount(1);
  const before = await part.boundingBox();
  held.resolve();
  await expect(loaded).toBeVisible();
  expect(await part.boundingBox()).toEqual(before);
  expect(await layoutShift(page)).toBeLessThan(0.01);
}

/** Signs in with the form. */
export async function signIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.goto("/auth");
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

/** Fills in the first step of the wizard and goes on to the second. */
export async function passFirstStep(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: "Title" }).fill("The bakery");
  await page.getByRole("textbox", { name: "What I'm exploring" }).fill("A bakery of my own.");
  await page.getByRole("textbox", { name: "What I'm asking from you" }).fill("Your honest view.");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Step 2 of 4")).toBeVisible();
}

/** Presses Tab until an element has the focus. */
export async function tabTo(target: Locator): Promise<Locator> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return target;
    await target.page().keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${target}.`);
}

/** Goes from the first of an invitee's three questions to the last. */
export async function toLastQuestion(page: Page): Promise<void> {
  for (const _ of [1, 2]) await page.getByRole("button", { name: "Next" }).click();
}

export async function submitReflections(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Submit Reflections" }).click();
  await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
}

/** Opens the link in an account email and clicks the only button on its page. */
export async function pressEmailedLink(page: Page, text: string): Promise<void> {
  const [link = ""] = /https?:\/\/\S*\/auth\/v1\/verify[^\s)]*/.exec(text) ?? [];
  await page.goto(link);
  await page.getByRole("button").click();
}

/** The axe rules that a change of only colours, fonts or positions can break. */
const rulesOfLooks = ["color-contrast", "link-in-text-block", "scrollable-region-focusable"];

/** Checks all accessibility rules that a program can check, once the colours of the page have stopped changing. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await settled(page);
  await expectNoViolations(page, what);
}

/** The axe rules that a change of only words or their language can break. */
const rulesOfWords = [
  ...["html-has-lang", "html-lang-valid", "valid-lang", "document-title", "image-alt"],
  ...["button-name", "link-name", "label", "label-content-name-mismatch", "select-name"],
];

/** Checks that everything has a name, in a language that is declared. */
export function expectWellNamed(page: Page, what: string): Promise<void> {
  return expectNoViolations(page, what, rulesOfWords);
}

async function expectNoViolations(page: Page, what: string, rules?: string[]): Promise<void> {
  // It is injected once per document: injecting half a megabyte takes longer than running all of its rules.
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(axe.source);
  }
  const violations = await page.evaluate(
    async (options) => {
      const { axe } = window as unknown as { axe: typeof import("axe-core") };
      // Without this, passed rules would be transferred, too, and never read.
      return (await axe.run(document, { resultTypes: ["violations"], ...options })).violations;
    },
    rules === undefined ? {} : { runOnly: rules },
  );
  const found = violations.map(({ id, nodes }) => ({
    id,
    at: nodes.map(({ target, failureSummary }) => `${target.join(" ")}: ${failureSummary}`),
  }));
  expect.soft(found, `axe: ${what}`).toEqual([]);
}

/** Checks that nothing scrolls sideways. Floating elements may need a moment to follow a new width. */
export async function expectNoHorizontalScroll(page: Page, what: string): Promise<void> {
  const measure = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
  await expect
    .configure({ soft: true })
    .poll(measure, { message: `sideways: ${what}` })
    .toBeLessThanOrEqual(0);
}

const widths = [320, 390, 768, 1280];
/** The widths at which the rules are checked: these two have all layouts. */
const widthsOfRules = [390, 1280];

/**
 * Checks that nothing scrolls sideways at each width, and at two of them the accessibility rules on the page as it is
 * now, in both themes. A rule runs again only if its result can differ: all rules if the page or what it shows differs,
 * and those about looks with other colours or fonts.
 */
export async function expectGoodLooks(page: Page, what: string): Promise<void> {
  const seen = new Set<string>();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoHorizontalScroll(page, `${what} at ${width}`);
    if (!widthsOfRules.includes(width)) continue;
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await settled(page);
      const { shown, looks } = await readLooks(page);
      const where = `${what} at ${width}, ${colorScheme}`;
      if (!seen.has(shown)) await expectNoViolations(page, where);
      else if (!seen.has(looks)) await expectNoViolations(page, where, rulesOfLooks);
      seen.add(shown).add(looks);
    }
  }
}

/** What the page shows and, in addition, the computed colours and fonts. */
async function readLooks(page: Page): Promise<{ shown: string; looks: string }> {
  const read = await Promise.all(
    page.frames().map((frame) =>
      frame.evaluate(() => {
        const shown = [document.documentElement.outerHTML];
        const looks: string[] = [];
        for (const [index, element] of document.querySelectorAll("body, body *").entries()) {
          if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
            continue;
          const { width, height, right, bottom } = element.getBoundingClientRect();
          shown.push(`${index} ${width > 0 && height > 0} ${right > 0 && bottom + scrollY > 0}`);
          const { color, background, fontSize, fontWeight, opacity } = getComputedStyle(element);
          looks.push([color, background, fontSize, fontWeight, opacity].join());
        }
        return { shown: shown.join(), looks: [...shown, ...looks].join() };
      }),
    ),
  );
  return {
    shown: read.map(({ shown }) => shown).join(),
    looks: read.map(({ looks }) => looks).join(),
  };
}

/** Waits until overlays fit the new size and every colour transition has ended. */
function settled(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    // Transitions are finished rather than awaited, because those of hidden parts may never finish.
    for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish();
    await frame();
  });
}

/** How far later content has moved what was already there, as the browser measures it (layout shift). */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let moved = 0;
    const observer = new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries() as LayoutShift[]) {
        if (!hadRecentInput) moved += value;
      }
    });
    interface LayoutShift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
    }
    observer.observe({ type: "layout-shift", buffered: true });
    // Buffered entries are delivered in a separate task.
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let frames = 0; frames < 4; frames++) await frame();
    return moved;
  });
}

/** The latest toast or notice. The previous one may still be fading out. */
export function notification(page: Page, words: string) {
  const region = page.getByRole("region", { name: "Notifications" });
  return region.getByText(words, { exact: true }).last();
}

/** Checks that a page whose session has ended elsewhere leads to /auth, at its next request at the latest. */
export async function expectSignedOut(page: Page): Promise<void> {
  // One of the page's own requests may have noticed it, and removed the link.
  const entrance = page.getByRole("heading", { name: "Welcome back" });
  await page.getByRole("link", { name: "Contacts" }).or(entrance).click();
  await expect(page).toHaveURL("/auth");
}
