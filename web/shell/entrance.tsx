import type { ReactNode } from "react";
import { TableArt } from "#web/ui/art/table.tsx";
import { Wordmark } from "#web/ui/wordmark.tsx";
import "./entrance.css";

/** The frame of /auth and of what is like it: one form, and on wide screens the round table beside it. */
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
