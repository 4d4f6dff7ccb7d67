import { expect, test } from "vitest";
import { withoutUnusedTokens } from "./unused-tokens.mjs";

test("a stylesheet keeps the tokens that it or a script uses, even through others, and loses nothing but tokens", () => {
  expect(
    withoutUnusedTokens(
      ":root{--pl-a:#fff;--pl-a-2:1px 2px,3px;--pl-b:var(--pl-a);--pl-c:calc(1px + var(--pl-a-2));--pl-f:1;--own:1}" +
        "@media (width>=48rem){:root{--pl-c:0;--pl-d:2}}a{color:var(--pl-b);margin:var(--pl-e,0)}",
      "`b{margin:var(--pl-f)}`",
    ),
  ).toBe(
    ":root{--pl-a:#fff;--pl-b:var(--pl-a);--pl-f:1;--own:1}" +
      "@media (width>=48rem){:root{}}a{color:var(--pl-b);margin:var(--pl-e,0)}",
  );
});
