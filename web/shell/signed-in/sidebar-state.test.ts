import { expect, test } from "vitest";
import { isSidebarShortcut, readSidebarState, sidebarCookie } from "./sidebar-state.ts";

test("the choice is kept for seven days on this site", () => {
  expect(sidebarCookie("collapsed")).toBe(
    "sidebar_state=collapsed; Path=/; Max-Age=604800; SameSite=Lax",
  );
  expect(readSidebarState("theme=x; sidebar_state=collapsed")).toBe("collapsed");
  expect(readSidebarState("sidebar_state=expanded")).toBe("expanded");
  expect(readSidebarState("")).toBe("expanded");
});

function pressOn(element: HTMLElement, init: KeyboardEventInit): boolean {
  document.body.append(element);
  let answer = false;
  element.addEventListener("keydown", (event) => {
    answer = isSidebarShortcut(event);
  });
  element.dispatchEvent(new KeyboardEvent("keydown", init));
  element.remove();
  return answer;
}

test("Cmd or Ctrl with B toggles the sidebar, and other keys do not", () => {
  const page = document.createElement("div");
  expect(pressOn(page, { key: "b", ctrlKey: true })).toBe(true);
  expect(pressOn(page, { key: "B", metaKey: true })).toBe(true);
  expect(pressOn(page, { key: "b" })).toBe(false);
  expect(pressOn(page, { key: "b", ctrlKey: true, shiftKey: true })).toBe(false);
  expect(pressOn(page, { key: "k", ctrlKey: true })).toBe(false);
});

test("in a text field, Ctrl with B does not toggle the sidebar", () => {
  for (const name of ["input", "textarea", "select"]) {
    expect(pressOn(document.createElement(name), { key: "b", ctrlKey: true })).toBe(false);
  }
  const editable = document.createElement("div");
  editable.setAttribute("contenteditable", "true");
  expect(pressOn(editable, { key: "b", ctrlKey: true })).toBe(false);
});
