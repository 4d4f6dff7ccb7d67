import { expect, test, vi } from "vitest";
import { printWholeFields } from "./print-fields.ts";

test("a field is as high as its text while it is printed, where the stylesheet can't make it so", () => {
  vi.stubGlobal("CSS", { supports: () => false });
  const field = document.body.appendChild(document.createElement("textarea"));
  Object.defineProperty(field, "scrollHeight", { value: 900 });
  printWholeFields();
  window.dispatchEvent(new Event("beforeprint"));
  expect(field.style.minHeight).toBe("900px");
  window.dispatchEvent(new Event("afterprint"));
  expect(field.style.minHeight).toBe("");
});
