export type ButtonKind = "primary" | "danger" | "outline" | "quiet";
export type ButtonSize = "large" | "field" | "icon";

const kinds: Record<ButtonKind, string> = {
  primary: "btn btn-primary",
  danger: "btn btn-danger",
  outline: "btn btn-outline",
  quiet: "btn btn-quiet",
};

const sizes: Record<ButtonSize, string> = {
  large: "btn-lg",
  field: "btn-field",
  icon: "btn-icon",
};

/** The classes of a button, for links that look like one. */
export function buttonClass(kind: ButtonKind, size?: ButtonSize, extra?: string): string {
  return [kinds[kind], size && sizes[size], extra].filter(Boolean).join(" ");
}
