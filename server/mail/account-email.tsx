import type { ReactElement, ReactNode } from "react";
import { EmailLayout } from "./email-layout.tsx";
import { EmailHeading, EmailLink } from "./email-parts.tsx";

/**
 * An email that is always sent, because it is about its reader's own account.
 * @param about the subject of the email: the last words of the sentence in the small print
 */
export function AccountEmail({
  preview,
  heading,
  about = "your account",
  publicUrl,
  children,
}: {
  preview: string;
  heading: string;
  about?: string;
  publicUrl: string;
  children: ReactNode;
}): ReactElement {
  return (
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
      {children}
    </EmailLayout>
  );
}
