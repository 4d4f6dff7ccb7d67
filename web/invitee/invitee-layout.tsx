import type { ReactNode } from "react";
import { Wordmark } from "#web/brand/wordmark.tsx";
import { usePageMessages } from "#web/client/page-messages.ts";
import { LockKeyholeIcon } from "#web/ui/icons/icons.tsx";

/** The layout of every invitee screen: the logo, and who will read the answers. */
export function InviteeLayout({
  privateTo,
  children,
}: {
  privateTo?: string | undefined;
  children: ReactNode;
}) {
  const messages = usePageMessages();
  return (
    <div className="invitee-layout">
      <a className="skip" href="#main">
        {messages.skip}
      </a>
      <header className="invitee-head">
        <div className="invitee-column">
          <Wordmark label={messages.home} />
          {privateTo !== undefined && (
            <span className="invitee-private">
              <LockKeyholeIcon />
              {privateTo}
            </span>
          )}
        </div>
      </header>
      <main id="main" className="invitee-main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
