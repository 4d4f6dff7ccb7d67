import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { createMemoryRouter, Link, Outlet, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { SignedInFrame } from "./signed-in-frame.tsx";

const signOut = vi.fn();

function show(width: "wide" | "small") {
  vi.stubGlobal("matchMedia", () => ({
    matches: width === "wide",
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  const router = createMemoryRouter(
    [
      {
        element: (
          <SignedInFrame onSignOut={signOut}>
            <Outlet />
          </SignedInFrame>
        ),
        children: [
          {
            path: "/circles",
            handle: { title: "Dashboard" },
            element: (
              <>
                <PageHead title="Dashboard" />
                <input aria-label="Filter" />
                <Link to="/share">To share</Link>
              </>
            ),
          },
          {
            path: "/share",
            handle: { title: "Share", back: "/circles" },
            element: <PageHead title="Your Paraline is live" />,
          },
          {
            path: "/history",
            handle: { title: "History" },
            element: <PageHead title="History" />,
          },
        ],
      },
    ],
    { initialEntries: ["/circles"] },
  );
  render(<RouterProvider router={router} />);
}

const toggle = () => screen.getByRole("button", { name: "Toggle sidebar" });

beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: the only way in jsdom
  document.cookie = "sidebar_state=; Path=/; Max-Age=0";
});

test("the sidebar lists the places in order, marks the current one and signs out", async () => {
  show("wide");
  const links = within(screen.getByRole("navigation", { name: "Main" })).getAllByRole("link");
  expect(links.map((link) => link.textContent)).toEqual([
    "Home",
    "Dashboard",
    "Contacts",
    "Results",
    "History",
    "Settings",
  ]);
  expect(screen.getByRole("link", { current: "page" }).textContent).toBe("Dashboard");
  await userEvent.click(screen.getByRole("button", { name: "Sign out" }));
  expect(signOut).toHaveBeenCalledTimes(1);
});

test("the toggle shrinks the sidebar to icons, and a cookie keeps it so through a reload", async () => {
  show("wide");
  expect(toggle().getAttribute("aria-expanded")).toBe("true");
  expect(document.cookie).toBe("");
  await userEvent.click(toggle());
  expect(toggle().getAttribute("aria-expanded")).toBe("false");
  expect(document.cookie).toBe("sidebar_state=collapsed");
  expect(screen.getByRole("link", { name: "Contacts" })).toBeTruthy();
  cleanup();
  show("wide");
  expect(toggle().getAttribute("aria-expanded")).toBe("false");
});

test("Ctrl with B toggles the sidebar, but not in a field", async () => {
  show("wide");
  await userEvent.keyboard("{Control>}b{/Control}");
  expect(toggle().getAttribute("aria-expanded")).toBe("false");
  await userEvent.click(screen.getByRole("textbox", { name: "Filter" }));
  await userEvent.keyboard("{Control>}b{/Control}");
  expect(toggle().getAttribute("aria-expanded")).toBe("false");
});

test("another screen has its title, its Back link, and the focus on its heading", async () => {
  show("wide");
  expect(document.title).toBe("Dashboard · Paraline");
  expect(screen.queryByRole("link", { name: "Back" })).toBeNull();
  await userEvent.click(screen.getByRole("link", { name: "To share" }));
  expect(document.title).toBe("Share · Paraline");
  expect(document.activeElement).toBe(
    screen.getByRole("heading", { name: "Your Paraline is live" }),
  );
  expect(screen.getByRole("link", { name: "Back" }).getAttribute("href")).toBe("/circles");
  expect(screen.getByRole("link", { current: "page" }).textContent).toBe("Dashboard");
});

test("on a phone the sidebar is a sheet that Escape and navigation close, and no cookie is kept", async () => {
  show("small");
  await userEvent.click(toggle());
  await screen.findByRole("dialog", { name: "Sidebar" });
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(toggle()));

  await userEvent.click(toggle());
  const sheet = await screen.findByRole("dialog", { name: "Sidebar" });
  await userEvent.click(within(sheet).getByRole("link", { name: "History" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByRole("heading", { name: "History" })).toBeTruthy();
  expect(document.cookie).toBe("");
});
