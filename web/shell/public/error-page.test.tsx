import { render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ErrorPage } from "./error-page.tsx";

// React and the router report errors that a screen throws; here they are intended.
beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

const Nothing = () => null;

function Undrawable(): never {
  throw new Error("nothing to draw");
}

/** A screen that fails while it is entered, as the router shows it. */
async function openFailing(fail: () => never) {
  const router = createMemoryRouter([
    {
      path: "/",
      ErrorBoundary: ErrorPage,
      loader: fail,
      HydrateFallback: Nothing,
      Component: Nothing,
    },
  ]);
  render(<RouterProvider router={router} />);
  const heading = await screen.findByRole("heading", { level: 1 });
  expect(heading.textContent).toBe("Unexpected Application Error!");
}

test("a screen that failed shows the message of its error and a link home", async () => {
  await openFailing(() => {
    throw new Error("Failed to fetch dynamically imported module");
  });
  expect(screen.getByText("Failed to fetch dynamically imported module")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Return to Home" }).getAttribute("href")).toBe("/");
  // Set by an effect, which may run after the heading is rendered.
  await expect.poll(() => document.title).toBe("Something went wrong · Paraline");
});

test("a refused response is shown with its status", async () => {
  await openFailing(() => {
    throw new Response(null, { status: 503, statusText: "Service Unavailable" });
  });
  expect(screen.getByText("503 Service Unavailable")).toBeTruthy();
});

test("a response without a message is shown with only its status", async () => {
  await openFailing(() => {
    throw new Response(null, { status: 502 });
  });
  expect(screen.getByText("502")).toBeTruthy();
});

test("a thrown value that is not an error is not shown as one", async () => {
  await openFailing(() => {
    throw { answer: "private" };
  });
  expect(screen.getByText("Unknown error")).toBeTruthy();
  expect(screen.queryByText(/private/)).toBeNull();
});

test("a screen that fails while it renders shows the same message", async () => {
  const router = createMemoryRouter([
    { path: "/", ErrorBoundary: ErrorPage, Component: Undrawable },
  ]);
  render(<RouterProvider router={router} />);
  await screen.findByRole("heading", { name: "Unexpected Application Error!" });
  expect(screen.getByText("nothing to draw")).toBeTruthy();
});
