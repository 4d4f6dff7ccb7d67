import type { ReactNode } from "react";
import { LockKeyholeIcon } from "#web/ui/icons.tsx";
import { Wordmark } from "#web/ui/wordmark.tsx";

/** The frame of every invitee screen: the wordmark, and who will read the answers. */
export function TalkFrame({ privateTo, children }: { privateTo?: string; children: ReactNode }) {
  return (
    <div className="talk">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="talk-head">
        <div className="talk-in">
          <Wordmark />
          {privateTo !== undefined && (
            <span className="talk-private">
              <LockKeyholeIcon />
              {privateTo}
            </span>
          )}
        </div>
      </header>
      <main id="main" className="talk-main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
