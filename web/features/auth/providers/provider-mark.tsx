import type { ReactNode } from "react";

export function ProviderMark({ provider }: { provider: string }) {
  return (
    <svg className="provider-mark" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      {marks[provider] ?? otherMark}
    </svg>
  );
}

const marks: Readonly<Record<string, ReactNode>> = {
  google: (
    <path
      d="M17 10.2A7 7 0 1 1 14.7 4.8M10.3 10.2H17"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.4"
    />
  ),
  apple: (
    <>
      <path
        d="M10 6.2c1-.7 2-1 3-.9 1.4.1 2.5.8 3.2 1.9-1.9 1.2-2.1 4 .3 5.1-.8 2.3-2.2 4.7-3.9 4.7-1 0-1.5-.6-2.6-.6s-1.7.6-2.6.6C5 17 3.2 13.7 3.2 10.6c0-3.2 2-5.2 4-5.2 1.1 0 2 .8 2.8.8Z"
        fill="currentColor"
      />
      <path d="M10 4.7C10 2.8 11.4 1.4 13 1.3c.1 1.9-1.3 3.4-3 3.4Z" fill="currentColor" />
    </>
  ),
  azure: (
    <path
      d="M2.5 2.5h7v7h-7zM10.5 2.5h7v7h-7zM2.5 10.5h7v7h-7zM10.5 10.5h7v7h-7z"
      fill="currentColor"
    />
  ),
  github: (
    <path
      d="M5.2 6.3 5 2.8l3 1.5a9 9 0 0 1 4 0l3-1.5-.2 3.5c.8 1 1.2 2 1.2 3.2 0 2.8-1.9 4.3-4.3 4.6.4.5.6 1.1.6 2v2.4H7.7v-2c-1.9.5-2.7-.3-3.3-1.4-.3-.6-.7-1-1.2-1.3 1.7-.5 2 .6 2.7 1.2.5.5 1.1.6 1.8.4.1-.5.3-1 .6-1.3C5.9 13.8 4 12.3 4 9.5c0-1.2.4-2.2 1.2-3.2Z"
      fill="currentColor"
    />
  ),
};

const otherMark = (
  <g fill="none" stroke="currentColor" strokeWidth="1.6">
    <circle cx="7" cy="10" r="3.7" />
    <path d="M10.7 10H18M15 10v3M17.2 10v2" />
  </g>
);
