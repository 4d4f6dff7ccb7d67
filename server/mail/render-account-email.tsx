import type { ReactNode } from "react";
import { EmailLayout } from "./email-layout.tsx";
import { EmailHeading, EmailLink } from "./email-parts.tsx";
import { type RenderedEmail, renderEmail } from "./render-email.ts";

/** @param mail.about the last words of the sentence in the small print */
export function renderAccountEmail(
  {
    subject,
    heading = subject,
    preview,
    about = "your account",
    publicUrl,
  }: { subject: string; heading?: string; preview: string; about?: string; publicUrl: string },
  content: ReactNode,
): Promise<RenderedEmail> {
  return renderEmail(
    subject,
    <EmailLayout
      preview={preview}
      footer={
        <>
          This email is about {about} at{" "}
          <EmailLink href={publicUrl}>{new URL(publicUrl).host}</EmailLink>.
        </>
      }
    >
      <EmailHeading>{heading}</EmailHeading>
      {content}
    </EmailLayout>,
  );
}
