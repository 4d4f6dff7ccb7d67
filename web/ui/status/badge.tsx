import type { ReactNode } from "react";

type BadgeTone = "neutral" | "moss" | "ochre" | "danger";

/** A state in one word, with an icon if two states share a colour. */
export function Badge({
  tone = "neutral",
  icon,
  children,
}: {
  tone?: BadgeTone;
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <span className={tone === "neutral" ? "badge" : `badge badge-${tone}`}>
      {icon}
      {children}
    </span>
  );
}
