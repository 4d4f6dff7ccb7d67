import { act, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Results } from "#contract/feedback/feedback.ts";
import {
  type Answers,
  nothingBought,
  openAsOwner,
  refused,
  resultsAnswers,
  stubTabs,
} from "#web/testing/app.tsx";
import { circle, createResults } from "#web/testing/results.ts";
import "./results.tsx";

const { id } = circle;
const checkoutId = "8b0f9a3e-3f7c-4c1e-9a52-1d2b3c4d5e6f";
const words = "You are calm.";

const unlocked = createResults({ Ana: words });
const locked: Results = { ...unlocked, is_locked: true, responses: [] };

/** Opens the results. `more` overrides responses of the server, and `unlock` makes the results readable. */
async function openLocked(more: Answers = {}, address = `/results?circle=${id}`) {
  let results = locked;
  const app = await openAsOwner(address, {
    ...resultsAnswers(results),
    [`GET /api/circles/${id}/feedback`]: () => ({ body: results }),
    "GET /api/billing": { body: nothingBought },
    ...more,
  });
  return {
    ...app,
    unlock: () => {
      results = unlocked;
    },
    lock: () => {
      results = locked;
    },
  };
}

const paywall = () => screen.findByRole("dialog", { name: "Read what they wrote" });

afterEach(() => void vi.useRealTimers());

describe("locked results", () => {
  test("offer three prices automatically, the lowest first, and can be closed", async () => {
    await openLocked();
    const dialog = await paywall();
    within(dialog).getByText("One person wrote to you.");
    expect(
      within(dialog)
        .getAllByRole("button", { description: /^Checkout opens in a new tab/ })
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringMatching(/This paraline.*\$5.*One-time per paraline/),
      expect.stringMatching(/Unlimited, monthly.*\$15\/month.*Cancel anytime/),
      expect.stringMatching(
        /Unlimited, annual.*\$129\/year.*Two months free: you save \$51 a year. Cancel anytime/,
      ),
    ]);
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    screen.getByRole("heading", { name: "Reflections received!" });
    screen.getByText("1 of 3 perspectives");
    expect(screen.queryByRole("tab")).toBeNull();
    const view = screen.getByRole("button", { name: "View Unlock Options" });
    expect(document.activeElement).toBe(view);
    await userEvent.click(view);
    await paywall();
  });

  test("say that a test checkout takes no money", async () => {
    await openLocked({ "GET /api/billing": { body: { ...nothingBought, mode: "test" } } });
    within(await paywall()).getByText(/takes no money/);
  });

  test("say that checkout adds tax, if it does", async () => {
    await openLocked({ "GET /api/billing": { body: { ...nothingBought, adds_tax: true } } });
    within(await paywall()).getByText(/adds tax where it applies to you/);
  });

  test("wait for what the owner has bought, and treat a failed check as nothing bought", async () => {
    let fail: ((answer: { status: number; body: object }) => void) | undefined;
    await openLocked({
      "GET /api/billing": () =>
        new Promise((resolve) => {
          fail = resolve;
        }),
    });
    await screen.findByRole("heading", { level: 1, name: "The bakery question" });
    await waitFor(() => expect(fail).toBeDefined());
    screen.getByText("Loading...");
    expect(screen.queryByRole("dialog")).toBeNull();
    fail?.(refused(500, "internal", "No."));
    within(await paywall()).getByRole("button", { name: /This paraline/ });
    expect(screen.queryByText("No.")).toBeNull();
  });

  test("offer an unlock that was bought earlier, instead of another", async () => {
    const { asked, unlock } = await openLocked({
      "GET /api/billing": { body: { ...nothingBought, credits_count: 1 } },
      "POST /api/billing/credits/use": () => {
        unlock();
        return { body: { credits_count: 0 } };
      },
    });
    const dialog = await paywall();
    expect(within(dialog).queryByRole("button", { name: /This paraline/ })).toBeNull();
    await userEvent.click(within(dialog).getByRole("button", { name: /Use your unlock/ }));
    await screen.findByText(words);
    await screen.findByText("Your reflections are unlocked");
    expect(asked).toContainEqual({
      call: "POST /api/billing/credits/use",
      body: { circle_id: id },
    });
  });

  test("open a tab within the click itself, and lead it to checkout once", async () => {
    const { tab, open } = stubTabs();
    const { asked } = await openLocked({
      "POST /api/billing/checkout": {
        status: 201,
        body: { checkout_id: checkoutId, url: "https://pay.test/1" },
      },
    });
    const price = within(await paywall()).getByRole("button", { name: /This paraline/ });
    act(() => {
      price.click();
      expect(open).toHaveBeenCalledTimes(1);
      price.click();
    });
    await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith("https://pay.test/1"));
    expect(tab.opener).toBeNull();
    expect(open).toHaveBeenCalledTimes(1);
    await screen.findByText(/^Checkout is open in another tab\./);
    expect(asked.filter(({ call }) => call === "POST /api/billing/checkout")).toEqual([
      { call: "POST /api/billing/checkout", body: { kind: "single", circle_id: id } },
    ]);
  });

  test("can be unlocked again by a person who returns with the Back button, if no tab could be opened", async () => {
    stubTabs(true);
    const { asked } = await openLocked({
      // The browser of the tests only follows addresses on the same page.
      "POST /api/billing/checkout": { status: 201, body: { checkout_id: checkoutId, url: "#pay" } },
    });
    const offer = within(await paywall()).getByRole("button", { name: /This paraline/ });
    await userEvent.click(offer);
    await waitFor(() => expect(location.hash).toBe("#pay"));
    await userEvent.click(offer);
    act(() => void window.dispatchEvent(new Event("pageshow")));
    await userEvent.click(offer);
    await waitFor(() =>
      expect(asked.filter(({ call }) => call === "POST /api/billing/checkout")).toHaveLength(2),
    );
  });

  test("close the tab again and say why, when checkout can't be started", async () => {
    const { tab } = stubTabs();
    await openLocked({
      "POST /api/billing/checkout": refused(409, "already_unlocked", "It is unlocked already."),
    });
    await userEvent.click(
      within(await paywall()).getByRole("button", { name: /Unlimited, annual/ }),
    );
    const [alert] = await screen.findAllByText("It is unlocked already.");
    expect(alert).toBeDefined();
    expect(tab.close).toHaveBeenCalledTimes(1);
    expect(tab.location.replace).not.toHaveBeenCalled();
  });

  test.each([
    ["already_unlocked", "Read the reflections", `/results?circle=${id}`],
    ["unlock_sealed", "See who was asked", `/share?circle=${id}`],
    ["unlock_too_few", "See who was asked", `/share?circle=${id}`],
    ["unlock_none_yet", "See who was asked", `/share?circle=${id}`],
    ["billing_off", "Go to Dashboard", "/circles"],
    ["circle_not_found", "Go to Dashboard", "/circles"],
  ])("lead on from a refusal with a link: %s", async (code, name, address) => {
    stubTabs();
    await openLocked({ "POST /api/billing/checkout": refused(409, code, "It is refused.") });
    await userEvent.click(within(await paywall()).getByRole("button", { name: /annual/ }));
    const link = await within(await paywall()).findByRole("link", { name });
    expect(link.getAttribute("href")).toBe(address);
    expect(within(await paywall()).getByRole("alert").textContent).toBe("It is refused.");
  });

  test.each([
    ["subscription_past_due", "Update your payment method (opens in a new tab)"],
    ["already_subscribed", "Manage billing (opens in a new tab)"],
  ])("lead on from a refusal to the provider's page: %s", async (code, name) => {
    const { tab } = stubTabs();
    await openLocked({
      "POST /api/billing/checkout": refused(409, code, "It is refused."),
      "POST /api/billing/portal": { body: { url: "https://pay.test/portal" } },
    });
    await userEvent.click(within(await paywall()).getByRole("button", { name: /monthly/ }));
    await userEvent.click(await within(await paywall()).findByRole("button", { name }));
    await waitFor(() =>
      expect(tab.location.replace).toHaveBeenCalledWith("https://pay.test/portal"),
    );
  });

  test.each([
    ["checkout_slow", 503, "Try again"],
    ["checkout_failed", 503, "Try again"],
    ["checkout_starting", 409, "Continue to checkout"],
  ])(
    "keep every button usable after %s, and start the same checkout again",
    async (code, status, name) => {
      const { tab } = stubTabs();
      let isRefused = true;
      const { asked } = await openLocked({
        "POST /api/billing/checkout": () =>
          isRefused
            ? refused(status, code, "Not now.")
            : { status: 201, body: { checkout_id: checkoutId, url: "https://pay.test/1" } },
      });
      const dialog = await paywall();
      const annual = within(dialog).getByRole("button", { name: /annual/ });
      await userEvent.click(annual);
      const again = await within(dialog).findByRole("button", { name });
      expect(within(dialog).getByRole("alert").textContent).toBe("Not now.");
      expect(annual.getAttribute("aria-disabled")).toBeNull();
      isRefused = false;
      await userEvent.click(again);
      await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith("https://pay.test/1"));
      expect(within(dialog).queryByRole("alert")).toBeNull();
      expect(asked.filter(({ call }) => call === "POST /api/billing/checkout")).toHaveLength(2);
      expect(asked.findLast(({ call }) => call === "POST /api/billing/checkout")?.body).toEqual({
        kind: "annual",
        circle_id: id,
      });
    },
  );

  test("say what to do when no unlock is left to use", async () => {
    await openLocked({
      "GET /api/billing": { body: { ...nothingBought, credits_count: 1 } },
      "POST /api/billing/credits/use": refused(409, "credits_none", "None is left."),
    });
    const dialog = await paywall();
    await userEvent.click(within(dialog).getByRole("button", { name: /Use your unlock/ }));
    const link = await within(dialog).findByRole("link", { name: "See prices" });
    expect(link.getAttribute("href")).toBe("/pricing");
  });

  test("try again only what was clicked last", async () => {
    stubTabs();
    const { asked } = await openLocked({
      "GET /api/billing": { body: { ...nothingBought, credits_count: 1 } },
      "POST /api/billing/checkout": refused(503, "checkout_failed", "No checkout."),
      "POST /api/billing/credits/use": refused(500, "internal", "No unlock."),
    });
    const dialog = within(await paywall());
    await userEvent.click(dialog.getByRole("button", { name: /annual/ }));
    await waitFor(() => expect(dialog.getByRole("alert").textContent).toBe("No checkout."));
    await userEvent.click(dialog.getByRole("button", { name: /Use your unlock/ }));
    await waitFor(() => expect(dialog.getByRole("alert").textContent).toBe("No unlock."));
    const before = asked.length;
    await userEvent.click(dialog.getByRole("button", { name: "Try again" }));
    await waitFor(() =>
      expect(asked.slice(before).map(({ call }) => call)).toContain(
        "POST /api/billing/credits/use",
      ),
    );
    expect(asked.slice(before).map(({ call }) => call)).not.toContain("POST /api/billing/checkout");
  });

  test("lead an owner who paid for a paraline that is gone to what they have bought", async () => {
    await openLocked(
      {
        [`GET /api/circles/${id}`]: refused(404, "circle_not_found", "It is gone."),
        [`GET /api/circles/${id}/feedback`]: refused(404, "circle_not_found", "It is gone."),
      },
      `/results?circle=${id}&checkout=${checkoutId}`,
    );
    await screen.findByText("Failed to load results");
    const link = screen.getByRole("link", { name: "See your payments in Settings" });
    expect(link.getAttribute("href")).toBe("/settings");
  });

  test("are unlocked with an earlier purchase if a refusal says that it is unused", async () => {
    stubTabs();
    const { unlock } = await openLocked({
      "POST /api/billing/checkout": refused(409, "unlock_unused", "You have an unlock."),
      "POST /api/billing/credits/use": () => {
        unlock();
        return { body: { credits_count: 0 } };
      },
    });
    const dialog = within(await paywall());
    await userEvent.click(dialog.getByRole("button", { name: /This paraline/ }));
    await userEvent.click(await dialog.findByRole("button", { name: "Use your unlock" }));
    await screen.findByText(words);
  });

  test("are shown at once if a refusal says that they are unlocked", async () => {
    stubTabs();
    const { unlock } = await openLocked({
      "POST /api/billing/checkout": () => {
        unlock();
        return refused(409, "already_subscribed", "You have a subscription.");
      },
    });
    await userEvent.click(within(await paywall()).getByRole("button", { name: /annual/ }));
    await screen.findByText(words);
  });

  test("notice on their own a payment made elsewhere", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { unlock } = await openLocked();
    await paywall();
    unlock();
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    await screen.findByText(words);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(document.activeElement?.tagName).toBe("H1"));
  });
});

test("a subscription that has lapsed locks what is on the screen, without an error", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let wasRefused = false;
  const { unlock, lock } = await openLocked({
    [`GET /api/circles/${id}/insights`]: () => {
      wasRefused = true;
      lock();
      return refused(402, "results_locked", "Unlock the results.");
    },
  });
  await paywall();
  unlock();
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  await waitFor(() => expect(wasRefused).toBe(true));
  await paywall();
  expect(screen.queryByText("Failed to load insights")).toBeNull();
  expect(screen.queryByText("Unlock the results.")).toBeNull();
});

describe("returning from payment", () => {
  const address = `/results?circle=${id}&checkout=${checkoutId}`;
  const state = (state: string) => ({ body: { state, kind: "single", unlocked_circle_id: null } });

  test("shows the reflections as soon as the payment is known", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let answer = state("open");
    const { router, unlock } = await openLocked(
      { "POST /api/billing/confirm": () => answer },
      address,
    );
    await screen.findByText("Confirming your payment...");
    expect(screen.queryByRole("dialog")).toBeNull();
    unlock();
    answer = state("paid");
    await act(() => vi.advanceTimersByTimeAsync(1_500));
    await screen.findByText(words);
    await screen.findByText("Your reflections are unlocked");
    await waitFor(() => expect(router.state.location.search).toBe(`?circle=${id}`));
  });

  test("says after half a minute that it takes longer, and keeps waiting", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { asked, unlock } = await openLocked(
      { "POST /api/billing/confirm": state("open") },
      address,
    );
    await screen.findByText("Confirming your payment...");
    // The clock also advances on its own.
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(screen.queryByText("We are confirming your payment")).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    await screen.findByText("We are confirming your payment");
    const before = asked.length;
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    await waitFor(() => expect(asked.length).toBeGreaterThan(before));
    unlock();
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    await screen.findByText(words);
  });

  test("says that a payment failed, and offers the prices again", async () => {
    await openLocked({ "POST /api/billing/confirm": state("failed") }, address);
    await screen.findByText("The payment failed");
    await paywall();
  });

  test("stops polling a checkout that belongs to no one", async () => {
    const { asked } = await openLocked(
      {
        "POST /api/billing/confirm": refused(404, "checkout_not_found", "Not found."),
      },
      address,
    );
    await paywall();
    expect(asked.filter(({ call }) => call === "POST /api/billing/confirm")).toHaveLength(1);
  });
});
