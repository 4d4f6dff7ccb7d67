import type { ReactNode } from "react";
import { TableArt } from "#web/brand/art/table.tsx";
import { Wordmark } from "#web/brand/wordmark.tsx";

export function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <main className="auth-layout" id="main">
      <div className="stack auth-form">
        <div className="auth-brand">
          <Wordmark />
        </div>
        <div className="auth-text stack g8">{children}</div>
      </div>
      <div className="auth-side">
        <TableArt className="auth-table" />
        <p className="heading">Private feedback from people who know you best.</p>
      </div>
    </main>
  );
}
