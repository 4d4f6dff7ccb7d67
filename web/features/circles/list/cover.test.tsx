import { fireEvent, render } from "@testing-library/react";
import { expect, test } from "vitest";
import { Cover, findDrawing } from "./cover.tsx";

test("a paraline without a picture always gets the same drawing, and all six are used", () => {
  const id = "0196a3de-7c41-7b3f-9a53-2d5c0f6f1a11";
  expect(findDrawing(id)).toBe(findDrawing(id));
  const given = new Set(Array.from({ length: 60 }, (_, index) => findDrawing(`${id}${index}`)));
  expect(given.size).toBe(6);
});

test("a picture that can't be loaded is replaced by the drawing", () => {
  const { container } = render(<Cover circleId="a" src="/gone.jpg" />);
  const picture = container.querySelector("img");
  expect(picture?.getAttribute("alt")).toBe("");
  if (picture) fireEvent.error(picture);
  expect(container.querySelector("img")).toBeNull();
  expect(container.querySelector("use")?.getAttribute("href")).toContain(`#${findDrawing("a")}`);
});
