import type { ReactNode } from "react";
import { TableArt } from "#web/ui/art/table.tsx";
import { Wordmark } from "#web/ui/wordmark.tsx";
import "./entrance.css";

/** The frame of /auth and similar pages: one form and, on wide screens, the round table next to it. */
export function Entrance({ children }: { children: ReactNode }) {
  return (
    <main className="entrance" id="main">
      <div className="entrance-form">
        <div className="entrance-brand">
          <Wordmark />
        </div>
        <div className="entrance-words">{children}</div>
      </div>
      <div className="entrance-side">
        <TableArt className="entrance-table" />
        <p className="heading">Private feedback from people who know you best.</p>
      </div>
    </main>
  );
}
