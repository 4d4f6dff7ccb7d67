import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { dark, light } from "./tokens.ts";

const css = readFileSync(new URL("../../web/ui/styles/tokens.css", import.meta.url), "utf8");

it.each(Object.keys(light) as (keyof typeof light)[])(
  "emails, PDF files and pages outside the web build have the screens' %s",
  (name) => {
    const inCss = name.replace(/[A-Z\d]/, (letter) => `-${letter.toLowerCase()}`);
    const token = `--pl-${inCss}: light-dark(${light[name]}, ${dark[name]});`;
    expect(css).toContain(token);
  },
);
