import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { dark, light } from "./design.ts";

const css = readFileSync(new URL("../web/ui/styles/tokens.css", import.meta.url), "utf8");

it.each(Object.keys(light) as (keyof typeof light)[])(
  "letters, paper and the pages that stand apart have the screens' %s",
  (name) => {
    const token = `--pl-${name.replace("_", "-")}: light-dark(${light[name]}, ${dark[name]});`;
    expect(css).toContain(token);
  },
);
