import type { ReactNode } from "react";
import { Wordmark } from "#web/brand/wordmark.tsx";
import { LockKeyholeIcon } from "#web/ui/icons/icons.tsx";

/** The layout of every invitee screen: the logo, and who will read the answers. */
export function InviteeLayout({
  privateTo,
  children,
}: {
  privateTo?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className="invitee-layout">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="invitee-head">
        <div className="invitee-column">
          <Wordmark />
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
