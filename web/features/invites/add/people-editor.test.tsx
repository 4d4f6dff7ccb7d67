import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, test } from "vitest";
import { Toaster } from "#web/ui/toasts/toaster.tsx";
import { type ListedPerson, PeopleEditor } from "./people-editor.tsx";
import { PerspectiveChoice } from "./perspective-choice.tsx";

const noPerson: ListedPerson = { first_name: "", last_name: "", email: "" };

function Editor({ start = [] }: { start?: ListedPerson[] }) {
  const [people, setPeople] = useState(start);
  const [entry, setEntry] = useState(noPerson);
  const [pasted, setPasted] = useState<string>();
  return (
    <>
      <PeopleEditor
        people={people}
        entry={entry}
        pasted={pasted}
        ownerEmails={["maya@example.com"]}
        onEntryChange={setEntry}
        onPastedChange={setPasted}
        onPeopleChange={setPeople}
      />
      <Toaster />
    </>
  );
}

function Choice() {
  const [isAnonymous, setAnonymous] = useState(false);
  return <PerspectiveChoice isAnonymous={isAnonymous} peopleCount={2} onChange={setAnonymous} />;
}

async function fillIn(first: string, last: string, email: string) {
  for (const [label, text] of [
    ["First name", first],
    ["Last name (optional)", last],
    ["Email", email],
  ] as const) {
    const field = screen.getByLabelText(label);
    await userEvent.clear(field);
    if (text !== "") await userEvent.type(field, text);
  }
}

async function pasteList(text: string) {
  await userEvent.click(screen.getByLabelText("Email"));
  await userEvent.paste(text);
  await userEvent.click(screen.getByRole("button", { name: "Add these people" }));
}

const add = () => userEvent.click(screen.getByRole("button", { name: "Add" }));
const lastAlert = () => screen.getAllByRole("alert").at(0)?.textContent;

describe("adding people", () => {
  test("each rule has its own message, in a toast and under the field", async () => {
    render(<Editor />);
    const cases = [
      ["", "", "Please enter an email address"],
      ["", "ana@example.com", "Please enter a first name"],
      ["Ana", "ana@", "Please enter a valid email address"],
      ["Me", "MAYA@example.com", "You can't invite yourself"],
    ] as const;
    for (const [first, email, sentence] of cases) {
      await fillIn(first, "", email);
      await add();
      expect(lastAlert()).toBe(sentence);
      const field = screen.getByLabelText(sentence.includes("first name") ? "First name" : "Email");
      expect(field.getAttribute("aria-invalid")).toBe("true");
      expect(document.activeElement).toBe(field);
    }
  });

  test("Enter in the email field trims and adds, says so, and returns to the first name", async () => {
    render(<Editor />);
    await fillIn(" Ana ", " Lima", "ana@example.com ");
    await userEvent.click(screen.getByLabelText("Email"));
    await userEvent.keyboard("{Enter}");
    expect((await screen.findByText("Ana Lima added!")).closest("[role]")?.role).toBe("status");
    expect(screen.getByText("1 person will be invited")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText("First name"));
    expect(screen.getByLabelText("Email")).toHaveProperty("value", "");

    await fillIn("Again", "", "ANA@example.com");
    await add();
    expect(lastAlert()).toBe("This email has already been added");
  });

  test("removing a person says so and moves the focus to the next one, and finally to the first name", async () => {
    const start = ["ana", "bo"].map((name) => ({
      first_name: name,
      last_name: "",
      email: `${name}@example.com`,
    }));
    render(<Editor start={start} />);
    await userEvent.click(screen.getByRole("button", { name: "Remove ana" }));
    expect(await screen.findByText("Invite removed")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Remove bo" }));
    await userEvent.click(screen.getByRole("button", { name: "Remove bo" }));
    expect(document.activeElement).toBe(screen.getByLabelText("First name"));
  });

  test("a list pasted into the email field adds complete entries and asks about the others", async () => {
    render(<Editor />);
    await pasteList("Ana Lima <ana@example.com>; bo.lee@example.com\nsomebody else");
    expect(await screen.findByText("Ana Lima added!")).toBeTruthy();
    expect(screen.getByLabelText("First name of bo.lee@example.com")).toHaveProperty("value", "Bo");
    expect(screen.getByText("somebody else")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Add 1 person" }));
    expect(screen.getByText("2 people will be invited")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Remove Bo" })).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Done" }));
    expect(screen.getByRole("button", { name: "Paste several at once" })).toBeTruthy();
    expect(screen.queryByText("somebody else")).toBeNull();
  });

  test("the button of a pasted list counts only the people who can be added", async () => {
    render(<Editor />);
    await pasteList("maya@example.com; bo.lee@example.com");
    expect(screen.getByText("You can't invite yourself")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Add 1 person" }));
    expect(screen.getByText("1 person will be invited")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Add \d/ })).toBeNull();
  });

  test("people who are pasted but already on the list are named, and the others are added", async () => {
    const start = [{ first_name: "Ana", last_name: "Lima", email: "ana@example.com" }];
    render(<Editor start={start} />);
    await pasteList("Bo <bo@example.com>, Ana <ANA@example.com>, Cy <cy@example.com>");
    expect(lastAlert()).toBe("This email has already been added");
    expect(screen.getAllByText("ana@example.com")).toHaveLength(2);
    expect(screen.getByText("3 people will be invited")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Done" }));
    expect(screen.getAllByText("ana@example.com")).toHaveLength(1);
    expect(screen.getByRole("button", { name: "Paste several at once" })).toBeTruthy();
  });

  test("a name that is too long is refused where it was typed", async () => {
    render(<Editor />);
    const long = "x".repeat(121);
    for (const [label, sentence] of [
      ["First name", "A first name may have at most 120 characters"],
      ["Last name (optional)", "A last name may have at most 120 characters"],
    ] as const) {
      await fillIn("Ana", "Lima", "ana@example.com");
      await userEvent.clear(screen.getByLabelText(label));
      await userEvent.click(screen.getByLabelText(label));
      await userEvent.paste(long);
      await add();
      expect(lastAlert()).toBe(sentence);
      expect(screen.getByLabelText(label).getAttribute("aria-invalid")).toBe("true");
      expect(document.activeElement).toBe(screen.getByLabelText(label));
    }
    await userEvent.type(screen.getByLabelText("Last name (optional)"), "{Backspace}");
    await add();
    expect(screen.getByText("1 person will be invited")).toBeTruthy();
  });

  test("a pasted name that is too long is asked about, next to that person", async () => {
    render(<Editor />);
    await pasteList(`Ana,${"x".repeat(121)},ana@example.com\nBo,Lee,bo@example.com`);
    expect(screen.getByText("1 person will be invited")).toBeTruthy();
    const field = screen.getByLabelText("Last name of ana@example.com");
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByText("A last name may have at most 120 characters")).toBeTruthy();
    await userEvent.clear(field);
    await userEvent.type(field, "Lima");
    await userEvent.click(screen.getByRole("button", { name: "Add 1 person" }));
    expect(screen.getByRole("button", { name: "Remove Ana Lima" })).toBeTruthy();
  });

  test("the fifty-first person is refused", async () => {
    const start = Array.from({ length: 50 }, (_, index) => ({
      first_name: `P${index}`,
      last_name: "",
      email: `p${index}@example.com`,
    }));
    render(<Editor start={start} />);
    await fillIn("Ana", "", "ana@example.com");
    await add();
    expect(lastAlert()).toBe("A paraline can have at most 50 people");
  });
});

describe("Anonymous with fewer than three people", () => {
  test("says why not and offers Named with one click", async () => {
    render(<Choice />);
    await userEvent.click(screen.getByRole("radio", { name: /Anonymous/ }));
    expect(screen.getByText(/needs at least 3 people; you have 2/)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Use Named instead" }));
    expect(screen.getByRole("radio", { name: /Named/ })).toHaveProperty("checked", true);
  });
});
