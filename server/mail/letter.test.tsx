import { expect, it } from "vitest";
import { Letter } from "./letter.tsx";
import {
  LetterButton,
  LetterCode,
  LetterFacts,
  LetterHeading,
  LetterHint,
  LetterLink,
  LetterText,
} from "./letter-parts.tsx";
import { renderMail } from "./render-mail.ts";

const rendered = renderMail(
  "A subject",
  <Letter
    preview="What stands beside the subject"
    footer={
      <>
        About <LetterLink href="https://paraline.example">paraline.example</LetterLink>.{" "}
        <LetterLink href="https://paraline.example/stop?x=1&y=2">No more of this</LetterLink>
      </>
    }
  >
    <LetterHeading>{'A <b>"bold"</b> heading'}</LetterHeading>
    <LetterText>First paragraph.</LetterText>
    <LetterFacts
      facts={[
        { name: "Time", value: "about 1-3 minutes" },
        { name: "Open until", value: "Dec 15, 2026" },
      ]}
    />
    <LetterButton href="https://paraline.example/invite?token=abc&x=1">
      Share your view
    </LetterButton>
    <LetterCode>482913</LetterCode>
    <LetterHint>Said quietly.</LetterHint>
  </Letter>,
);

it("the text of a letter says what its HTML says, with whole addresses and no frame", async () => {
  const { text } = await rendered;
  expect(text).toBe(`A <b>"bold"</b> heading

First paragraph.

Time: about 1-3 minutes
Open until: Dec 15, 2026

Share your view:
https://paraline.example/invite?token=abc&x=1

482913

Said quietly.

About https://paraline.example. No more of this: https://paraline.example/stop?x=1&y=2
`);
});

it("what people wrote stands in a letter as text, never as markup", async () => {
  const { html } = await rendered;
  expect(html).toContain("A &lt;b&gt;&quot;bold&quot;&lt;/b&gt; heading");
  expect(html).not.toContain("<b>");
});

it("a letter can be read in dark mode and asks nothing from anywhere", async () => {
  const { html } = await rendered;
  expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
  expect(html).toContain("@media (prefers-color-scheme: dark)");
  expect(html).not.toMatch(/<(?:img|script|link)\b|url\(|@import/);
});
