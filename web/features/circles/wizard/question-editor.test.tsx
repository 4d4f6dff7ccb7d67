import { render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useReducer } from "react";
import { describe, expect, test } from "vitest";
import { Toaster } from "#web/ui/toasts/toaster.tsx";
import { emptyDraft, reduceDraft } from "../draft/wizard-draft.ts";
import { QuestionEditor } from "./question-editor.tsx";

function Editor() {
  const [draft, dispatch] = useReducer(
    reduceDraft,
    emptyDraft("0b7f2a52-7f4f-4f6e-8a53-0c1c7d9c1f00"),
  );
  return (
    <>
      <QuestionEditor draft={draft} dispatch={dispatch} showMissing={false} />
      <Toaster />
    </>
  );
}

const words = () =>
  screen
    .getAllByRole("textbox", { name: /^Question \d$/ })
    .map((field) => (field instanceof HTMLTextAreaElement ? field.value : ""));
const click = (name: string) => userEvent.click(screen.getByRole("button", { name }));

describe("the question editor", () => {
  test("a moved question keeps its text, the focus stays on its arrow, and its place is announced", async () => {
    render(<Editor />);
    const [first, second] = words();
    await click("Move question 1 down");
    expect(words().slice(0, 2)).toEqual([second, first]);
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Move question 2 down");
    expect(screen.getByText("Moved to position 2")).toBeTruthy();
    await userEvent.keyboard("{Enter}");
    expect(words()[2]).toBe(first);
    await click("Move question 3 up");
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Move question 2 up");
    await userEvent.keyboard("{Enter}");
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Move question 1 up");
    expect(document.activeElement?.getAttribute("aria-disabled")).toBe("true");
    await click("Delete question 2");
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Delete question 2");
  });

  test("with eight questions, the button that adds one can still be pressed and says why it adds none", async () => {
    render(<Editor />);
    await click("Add another question");
    await click("Add another question");
    expect(screen.getByRole("heading", { name: "Questions (8/8)" })).toBeTruthy();
    await click("Add another question");
    expect(screen.getAllByRole("alert").at(0)?.textContent).toBe("Maximum 8 questions allowed");
    expect(words()).toHaveLength(8);
  });

  test("with one question, the button that deletes it can still be pressed and says why it does not", async () => {
    render(<Editor />);
    for (let left = 6; left > 1; left -= 1) await click("Delete question 1");
    expect(words()).toHaveLength(1);
    await click("Delete question 1");
    expect(screen.getAllByRole("alert").at(0)?.textContent).toBe(
      "At least one question is required",
    );
    expect(words()).toHaveLength(1);
  });

  test("a template replaces untouched questions at once, and asks before it replaces edited ones", async () => {
    render(<Editor />);
    expect(screen.getByRole("radio", { name: "Life Decision" })).toHaveProperty("checked", true);
    await userEvent.click(screen.getByRole("radio", { name: /Creative Idea/ }));
    expect(words()).toHaveLength(5);
    await userEvent.type(screen.getByRole("textbox", { name: "Question 1" }), " Mine.");
    await userEvent.click(screen.getByRole("radio", { name: /Custom/ }));
    const dialog = await screen.findByRole("dialog", { name: "Replace your questions?" });
    await userEvent.click(within(dialog).getByRole("button", { name: "Keep mine" }));
    await waitFor(() => expect(words()).toHaveLength(5));

    await userEvent.click(screen.getByRole("radio", { name: /Custom/ }));
    const again = await screen.findByRole("dialog", { name: "Replace your questions?" });
    await userEvent.click(within(again).getByRole("button", { name: "Replace" }));
    await waitFor(() => expect(words()).toEqual(["", "", ""]));
  });

  test("a question can be answered from 1 to 5, with the owner's own labels for the ends", async () => {
    render(<Editor />);
    await userEvent.selectOptions(
      screen.getByRole("combobox", { name: "How question 2 is answered" }),
      "1 to 5",
    );
    const low = screen.getByRole("textbox", { name: "What 1 means in question 2" });
    expect(low).toHaveProperty("value", "Poor fit");
    await userEvent.clear(low);
    await userEvent.type(low, "Never");
    expect(low).toHaveProperty("value", "Never");
  });

  test("a question can be a choice: options are added and removed, and the focus follows", async () => {
    render(<Editor />);
    const kind = screen.getByRole("combobox", { name: "How question 2 is answered" });
    expect(
      within(kind)
        .getAllByRole("option")
        .map((option) => option.textContent),
    ).toEqual(["Text", "1 to 5", "Choice"]);
    await userEvent.selectOptions(kind, "Choice");
    const option = (number: number) =>
      screen.getByRole("textbox", { name: `Option ${number} of question 2` });
    await userEvent.type(option(1), "Take it");
    await userEvent.type(option(2), "Wait a year");
    await userEvent.click(screen.getByRole("button", { name: "Add option" }));
    expect(document.activeElement).toBe(option(3));
    await userEvent.keyboard("Decline");
    await userEvent.click(screen.getByRole("button", { name: "Remove option 1 of question 2" }));
    expect(document.activeElement).toBe(option(1));
    expect([option(1), option(2)]).toMatchObject([{ value: "Wait a year" }, { value: "Decline" }]);
    const remove = screen.getByRole("button", { name: "Remove option 1 of question 2" });
    expect(remove.getAttribute("aria-disabled")).toBe("true");
    for (let added = 2; added < 8; added += 1) {
      await userEvent.click(screen.getByRole("button", { name: "Add option" }));
    }
    expect(screen.queryByRole("button", { name: "Add option" })).toBeNull();
  });

  test("the question for the overall view is offered in the template's words, once, and is marked", async () => {
    render(<Editor />);
    const why = "Add one rating to see where everyone stands:";
    const offer = () => screen.queryByRole("button", { description: why });
    expect(offer()?.textContent).toBe("Ask “Overall, how good a fit does this seem for me?”");
    screen.getByText("1 to 5: Poor fit · Neutral · Great fit");
    await userEvent.click(screen.getByRole("radio", { name: /Project Feedback/ }));
    await click("Ask “Overall, how well does it work for you?”");
    const field = screen.getByRole("textbox", { name: "Question 6" });
    expect(document.activeElement).toBe(field);
    const purpose = screen.getByRole("combobox", { name: "What question 6 is for" });
    within(purpose).getByRole("option", { name: "Counts as the overall view", selected: true });
    const direction = () =>
      screen.queryByRole("combobox", { name: "Whether a high number is good in question 6" });
    expect(direction()).toBeNull();
    expect(screen.getByText("Question 6 added: the overall view is counted from it")).toBeTruthy();
    expect(screen.getByRole("textbox", { name: "What 5 means in question 6" })).toHaveProperty(
      "value",
      "Very well",
    );
    expect(offer()).toBeNull();
    await userEvent.type(field, " Honestly?");
    expect(direction()).not.toBeNull();
    await click("Delete question 6");
    expect(offer()).not.toBeNull();
    for (let asked = 6; asked <= 8; asked += 1) await click("Add another question");
    expect(offer()).toBeNull();
  });

  test("the role of a text question can be corrected, and only one rating is the overall view", async () => {
    render(<Editor />);
    expect(screen.queryByRole("combobox", { name: /is for$/ })).toBeNull();
    await click("Tune for insights");
    const purpose = (position: number) =>
      screen.getByRole("combobox", { name: `What question ${position} is for` });
    const shown = (position: number) =>
      within(purpose(position)).getByRole<HTMLOptionElement>("option", { selected: true })
        .textContent;
    expect(shown(1)).toBe("Asks for strengths");
    await userEvent.selectOptions(purpose(1), "Asks for worries");
    expect(shown(1)).toBe("Asks for worries");
    await click("Add another question");
    expect(shown(7)).toBe("Guessed from its words");
    for (const position of [6, 7]) {
      await userEvent.selectOptions(
        screen.getByRole("combobox", { name: `How question ${position} is answered` }),
        "1 to 5",
      );
      expect(shown(position)).toBe("An ordinary rating");
      await userEvent.selectOptions(purpose(position), "Counts as the overall view");
    }
    expect([shown(6), shown(7)]).toEqual(["An ordinary rating", "Counts as the overall view"]);
  });

  test("the role of an owner's own question is guessed from its words, and can be corrected", async () => {
    render(<Editor />);
    await click("Tune for insights");
    await click("Add another question");
    const field = screen.getByRole("textbox", { name: "Question 7" });
    const purpose = screen.getByRole("combobox", { name: "What question 7 is for" });
    const isShown = (name: string) =>
      within(purpose).findByRole("option", { name, selected: true });
    await isShown("Guessed from its words");
    await userEvent.type(field, "What worries you about it?");
    await isShown("Worries (our guess)");
    await userEvent.clear(field);
    await userEvent.type(field, "Was würdest du mir raten?");
    await isShown("Advice (our guess)");
    await userEvent.selectOptions(purpose, "Asks for strengths");
    await isShown("Asks for strengths");
    expect(within(purpose).queryByRole("option", { name: /our guess/ })).toBeNull();
  });

  test("the owner is asked for the direction of a rating that reads as bad news, and can change it", async () => {
    render(<Editor />);
    await userEvent.selectOptions(
      screen.getByRole("combobox", { name: "How question 1 is answered" }),
      "1 to 5",
    );
    const direction = () =>
      screen.getByRole("combobox", { name: "Whether a high number is good in question 1" });
    expect(direction()).toHaveProperty("value", "higher_is_better");
    const field = screen.getByRole("textbox", { name: "Question 1" });
    await userEvent.clear(field);
    await userEvent.type(field, "How risky is it?");
    expect(direction()).toHaveProperty("value", "");
    expect(screen.getByText(/Is a 5 good or bad here/)).toBeTruthy();
    await userEvent.selectOptions(direction(), "A low number is good");
    expect(direction()).toHaveProperty("value", "lower_is_better");
    expect(screen.queryByText(/Is a 5 good or bad/)).toBeNull();
  });
});
