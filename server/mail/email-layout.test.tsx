import { expect, it } from "vitest";
import { EmailLayout } from "./email-layout.tsx";
import {
  EmailButton,
  EmailCode,
  EmailFacts,
  EmailHeading,
  EmailHint,
  EmailLink,
  EmailText,
} from "./email-parts.tsx";
import { renderEmail } from "./render-email.ts";

const rendered = renderEmail(
  "A subject",
  <EmailLayout
    preview="What stands beside the subject"
    footer={
      <>
        About <EmailLink href="https://paraline.example">paraline.example</EmailLink>.{" "}
        <EmailLink href="https://paraline.example/stop?x=1&y=2">No more of this</EmailLink>
      </>
    }
  >
    <EmailHeading>{'A <b>"bold"</b> heading'}</EmailHeading>
    <EmailText>First paragraph.</EmailText>
    <EmailFacts
      facts={[
        { name: "Time", value: "about 1-3 minutes" },
        { name: "Open until", value: "Dec 15, 2026" },
      ]}
    />
    <EmailButton href="https://paraline.example/invite?token=abc&x=1">Share your view</EmailButton>
    <EmailCode>482913</EmailCode>
    <EmailHint>Said quietly.</EmailHint>
  </EmailLayout>,
);

it("the text of an email says what its HTML says, with whole addresses and no layout", async () => {
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

it("what people wrote is in an email as text, never as markup", async () => {
  const { html } = await rendered;
  expect(html).toContain("A &lt;b&gt;&quot;bold&quot;&lt;/b&gt; heading");
  expect(html).not.toContain("<b>");
});

it("an email can be read in dark mode and loads nothing", async () => {
  const { html } = await rendered;
  expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
  expect(html).toContain("@media (prefers-color-scheme: dark)");
  expect(html).not.toMatch(/<(?:img|script|link)\b|url\(|@import/);
});
