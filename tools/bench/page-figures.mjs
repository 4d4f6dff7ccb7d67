import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { chromium, devices } from "@playwright/test";
import { findOrInstallChromium } from "../browser.mjs";
import { watchPage } from "./in-page.mjs";
import { median } from "./load/load-figures.mjs";
import { sampleCircle } from "./load/sample.mjs";

/**
 * The invitee's flow in a real browser that is throttled to a phone on a slow connection.
 *
 * @typedef {object} PageFigures
 * @property {number} wireBytes until the script has taken over, as counted by the browser, headers included
 * @property {number} secondOpeningBytes
 * @property {number} largestPaintRatio median of the pairs, against a form without scripts
 * @property {number} largestPaintMs
 * @property {number} liveMs until the script has taken over
 */

const pairs = 5;

/** Slow 4G as in browsers' developer tools, and a CPU four times slower. */
export const slowConnection = {
  offline: false,
  latency: 562.5,
  downloadThroughput: 1_474_560 / 8,
  uploadThroughput: 675_000 / 8,
};
const slowProcessor = 4;

/**
 * @param {{ port: number }} product
 * @param {string[]} tokens of unused links
 * @returns {Promise<PageFigures>}
 */
export async function measurePage({ port }, tokens) {
  const take = () => {
    const token = tokens.shift();
    if (token === undefined) throw new Error("too few links");
    return `http://localhost:${port}/invite?token=${token}`;
  };
  const form = await serveForm();
  const browser = await chromium.launch({
    executablePath: findOrInstallChromium(),
    args: [
      ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
      ...["--disable-quic", "--no-first-run"],
    ],
  });
  try {
    /** @type {{ ours: Opening, form: Opening }[]} */
    const openings = [];
    const link = take();
    for (let turn = 0; turn < pairs; turn += 1) {
      openings.push({
        ours: await open(browser, link, true),
        form: await open(browser, form.url, false),
      });
    }
    const again = await openAgain(browser, link);
    return {
      wireBytes: median(openings.map(({ ours }) => ours.bytes)),
      secondOpeningBytes: again,
      largestPaintRatio: median(
        openings.map(({ ours, form }) => ours.largestPaintMs / form.largestPaintMs),
      ),
      largestPaintMs: median(openings.map(({ ours }) => ours.largestPaintMs)),
      liveMs: median(openings.map(({ ours }) => ours.liveMs)),
    };
  } finally {
    await browser.close();
    form.stop();
  }
}

/**
 * @typedef {{ largestPaintMs: number, liveMs: number, bytes: number }} Opening
 */

/**
 * A page in a new browser context with an empty cache.
 * @param {import("@playwright/test").Browser} browser
 */
async function newPhone(browser) {
  const { defaultBrowserType: _, ...phone } = devices["Pixel 7"] ?? {};
  const context = await browser.newContext({ ...phone, locale: "en-US" });
  const page = await context.newPage();
  await page.addInitScript(watchPage);
  const tools = await context.newCDPSession(page);
  await tools.send("Network.enable");
  await tools.send("Network.emulateNetworkConditions", slowConnection);
  await tools.send("Emulation.setCPUThrottlingRate", { rate: slowProcessor });
  /** @type {Map<string, { namedByHtml: boolean, bytes: number }>} */
  const requests = new Map();
  tools.on("Network.requestWillBeSent", ({ requestId, initiator }) => {
    const namedByHtml = initiator.type !== "script";
    requests.set(requestId, { namedByHtml, bytes: 0 });
  });
  tools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) request.bytes = encodedDataLength;
  });
  return { context, page, requests };
}

/**
 * @param {import("@playwright/test").Browser} browser
 * @param {string} address
 * @param {boolean} goesLive whether a script should take over
 * @returns {Promise<Opening>}
 */
async function open(browser, address, goesLive) {
  const { context, page, requests } = await newPhone(browser);
  try {
    await page.goto(address, { waitUntil: "commit" });
    // This comes first: to look for an element, Playwright runs a script in the page, which would delay the measured
    // paint.
    await page.waitForLoadState("load");
    if (goesLive) await page.locator("form[data-live]").waitFor();
    await untilQuiet(page, requests);
    const seen = await page.evaluate(
      () =>
        /** @type {{ seen: Pick<Opening, "largestPaintMs" | "liveMs"> }} */ (
          /** @type {unknown} */ (globalThis)
        ).seen,
    );
    // What the script fetches at the moment when it takes over does not delay anyone.
    const needed = [...requests.values()].filter(({ namedByHtml }) => namedByHtml);
    return {
      ...seen,
      bytes: needed.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  } finally {
    await context.close();
  }
}

/**
 * Bytes for opening a link a second time in the same browser.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} address
 */
async function openAgain(browser, address) {
  const { context, page, requests } = await newPhone(browser);
  try {
    await page.goto(address);
    await page.locator("form[data-live]").waitFor();
    await untilQuiet(page, requests);
    requests.clear();
    await page.goto("about:blank");
    requests.clear();
    await page.goto(address);
    await page.locator("form[data-live]").waitFor();
    await untilQuiet(page, requests);
    return [...requests.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  } finally {
    await context.close();
  }
}

/**
 * Waits until there are no further requests.
 * @param {import("@playwright/test").Page} page
 * @param {Map<string, unknown>} requests
 */
async function untilQuiet(page, requests) {
  for (;;) {
    const before = requests.size;
    await page.waitForLoadState("networkidle");
    // A paint is reported after it has happened.
    await page.waitForTimeout(800);
    if (requests.size === before) return;
  }
}

/**
 * The same questions as a bare form: the lower limit for a page's load time.
 * @returns {Promise<{ url: string, stop: () => void }>}
 */
function serveForm() {
  const { title, description, what_they_ask, owner_name, questions } = sampleCircle;
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style>body{font:1rem/1.5 sans-serif;max-width:40rem;margin:auto;padding:1rem}textarea{width:100%;font:inherit}</style></head>
<body><form method="post"><h1>${title}</h1><p>${owner_name}</p><p>${description}</p><p>${what_they_ask}</p>
${questions
  .map(({ id, label, type }) => {
    const field =
      type === "textarea"
        ? `<textarea name="answer-${id}" rows="4"></textarea>`
        : `<input name="answer-${id}" type="number" min="1" max="5">`;
    return `<p><label>${label}<br>${field}</label></p>`;
  })
  .join("\n")}
<button>Submit</button></form></body></html>`;
  const body = gzipSync(html);
  const server = createServer((_request, response) => {
    response.writeHead(200, {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Encoding": "gzip",
      "Content-Length": body.length,
      "Cache-Control": "no-store",
    });
    response.end(body);
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address ? address.port : 0;
      resolve({
        url: `http://localhost:${port}/`,
        stop: () => {
          server.closeAllConnections();
          server.close();
        },
      });
    });
  });
}
