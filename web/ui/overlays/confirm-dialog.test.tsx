import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useRef, useState } from "react";
import { expect, test, vi } from "vitest";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { Menu, MenuEntry } from "./menu.tsx";

function Deletion({ onConfirm, busy = false }: { onConfirm: () => void; busy?: boolean }) {
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Menu label="More, Corner bakery" triggerRef={trigger}>
        <MenuEntry onSelect={() => undefined}>Close</MenuEntry>
        <MenuEntry onSelect={() => setOpen(true)}>Delete</MenuEntry>
      </Menu>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Delete this?"
        description="It will be gone."
        confirmLabel="Delete"
        busyLabel="Deleting..."
        busy={busy}
        typed={{ label: "Type its title", expectedText: "Corner bakery", error: "That is not it." }}
        finalFocus={trigger}
        onConfirm={onConfirm}
      />
    </>
  );
}

const menu = () => screen.getByRole("button", { name: "More, Corner bakery" });
const openByKeys = async () => {
  menu().focus();
  await userEvent.keyboard("{Enter}");
  const [first] = await screen.findAllByRole("menuitem");
  await waitFor(() => expect(document.activeElement).toBe(first));
  await userEvent.keyboard("d{Enter}");
  return screen.findByRole("dialog", { name: "Delete this?" });
};

test("with only the keyboard, the menu opens, a typed character finds an entry, and the focus returns at the end", async () => {
  render(<Deletion onConfirm={vi.fn()} />);
  await openByKeys();
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Cancel"));
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(document.activeElement).toBe(menu()));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

/** A list whose entries can be removed, and what gets the focus once one is gone. */
function Removal() {
  const [isThere, setIsThere] = useState(true);
  const [open, setOpen] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <h3 ref={heading} tabIndex={-1}>
        Keys
      </h3>
      {isThere && (
        <button type="button" onClick={() => setOpen(true)}>
          Remove Blue key
        </button>
      )}
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Remove it?"
        confirmLabel="Remove"
        focusWhenDone={heading}
        onConfirm={() => {
          setIsThere(false);
          setOpen(false);
        }}
      />
    </>
  );
}

test("the focus returns to the button that was clicked, or to the heading if the button is gone", async () => {
  render(<Removal />);
  const opener = screen.getByRole("button", { name: "Remove Blue key" });
  for (const cancel of [
    () => userEvent.keyboard("{Escape}"),
    async () => userEvent.click(await screen.findByRole("button", { name: "Cancel" })),
    async () => userEvent.click(await screen.findByRole("button", { name: "Close" })),
  ]) {
    await userEvent.click(opener);
    await screen.findByRole("dialog");
    await cancel();
    await waitFor(() => expect(document.activeElement).toBe(opener));
  }
  await userEvent.click(opener);
  await userEvent.click(await screen.findByRole("button", { name: "Remove" }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Keys"));
});

test("nothing happens before the text is typed, and the field says what is missing", async () => {
  const confirm = vi.fn();
  render(<Deletion onConfirm={confirm} />);
  await openByKeys();
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(confirm).not.toHaveBeenCalled();
  const field = screen.getByRole("textbox", { name: "Type its title" });
  expect(document.activeElement).toBe(field);
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByText("That is not it.")).toBeTruthy();
  await userEvent.type(field, " Corner bakery {Enter}");
  expect(confirm).toHaveBeenCalledTimes(1);
});

test("while the action runs, the dialog stays and clicks do nothing", async () => {
  const confirm = vi.fn();
  const { rerender } = render(<Deletion onConfirm={confirm} />);
  await openByKeys();
  await userEvent.type(screen.getByRole("textbox"), "Corner bakery");
  rerender(<Deletion onConfirm={confirm} busy />);
  await userEvent.click(screen.getByRole("button", { name: "Deleting..." }));
  await userEvent.keyboard("{Escape}");
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.getByRole("dialog")).toBeTruthy();
  expect(confirm).not.toHaveBeenCalled();
});
