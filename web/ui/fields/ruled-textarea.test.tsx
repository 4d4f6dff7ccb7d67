import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { RuledTextarea } from "./ruled-textarea.tsx";

function show(written = "") {
  const { container } = render(
    <RuledTextarea aria-label="Answer" limit={2000} defaultValue={written} />,
  );
  const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Answer" });
  return {
    field,
    write: (length: number) => fireEvent.input(field, { target: { value: "a".repeat(length) } }),
    counter: () => container.querySelector(".count")?.textContent ?? undefined,
    announced: () => container.querySelector("[aria-live=polite]")?.textContent,
  };
}

test("the counter appears 200 characters before the limit and describes the field", () => {
  const { field, write, counter } = show();
  write(1799);
  expect(counter()).toBeUndefined();
  write(1800);
  expect(counter()).toBe("1,800 of 2,000 characters");
  expect(field.getAttribute("aria-describedby")).toBe(document.querySelector(".count")?.id);
});

test("the count is announced when it appears and then every 50 characters", () => {
  const { write, announced } = show();
  write(1799);
  expect(announced()).toBe("");
  write(1801);
  expect(announced()).toBe("1,801 of 2,000 characters");
  write(1849);
  expect(announced()).toBe("1,801 of 2,000 characters");
  write(1850);
  expect(announced()).toBe("1,850 of 2,000 characters");
  write(100);
  expect(announced()).toBe("");
});

test("text past the limit is not cut off, and the counter says that it is too long", () => {
  const { field, write, counter } = show();
  write(2001);
  expect(field.value).toHaveLength(2001);
  expect(counter()).toBe("2,001 of 2,000 characters");
});

test("what was written before the script loaded is counted", () => {
  expect(show("a".repeat(1940)).counter()).toBe("1,940 of 2,000 characters");
});
