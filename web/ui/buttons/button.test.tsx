import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Button } from "./button.tsx";

test("a busy button shows its busy label, keeps the focus and ignores clicks", async () => {
  const onClick = vi.fn();
  const button = (busy: boolean) => (
    <Button busyLabel="Creating..." busy={busy} onClick={onClick}>
      Create Paraline
    </Button>
  );
  const { rerender } = render(button(false));
  await userEvent.click(screen.getByRole("button", { name: "Create Paraline" }));
  expect(onClick).toHaveBeenCalledTimes(1);

  rerender(button(true));
  const busy = screen.getByRole("button", { name: "Creating..." });
  expect(busy.getAttribute("aria-disabled")).toBe("true");
  expect(busy.getAttribute("aria-busy")).toBe("true");
  expect(document.activeElement).toBe(busy);
  await userEvent.click(busy);
  await userEvent.keyboard("{Enter}");
  expect(onClick).toHaveBeenCalledTimes(1);
});

test("a busy submit button submits neither by a click nor by Enter in a field", async () => {
  const submit = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
  render(
    <form onSubmit={submit}>
      <input aria-label="Email" />
      <Button type="submit" busyLabel="Loading..." busy>
        Sign In
      </Button>
    </form>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Loading..." }));
  await userEvent.type(screen.getByRole("textbox", { name: "Email" }), "{Enter}");
  expect(submit).not.toHaveBeenCalled();
});

test("an unavailable button can get the focus, but does nothing", async () => {
  const onClick = vi.fn();
  render(
    <>
      <p id="why">Add at least one person to invite</p>
      <Button unavailable aria-describedby="why" onClick={onClick}>
        Continue
      </Button>
    </>,
  );
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Continue" }));
  await userEvent.keyboard("{Enter}");
  expect(onClick).not.toHaveBeenCalled();
});
