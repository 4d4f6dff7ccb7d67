/**
 * The design tokens for emails, PDFs and standalone pages, where the stylesheets of the web build do not apply. A test
 * enforces that the values are those of `web/ui/styles/tokens.css`.
 */
export const light = {
  paper: "#f9f6ef",
  sheet: "#fffefa",
  well: "#f1ede2",
  ink: "#1c2636",
  ink2: "#454e5e",
  ink3: "#5f6673",
  rule: "#e0dacc",
  ruleStrong: "#868172",
  accent: "#24457a",
  onAccent: "#ffffff",
  margin: "#b0405a",
  focus: "#2457b8",
  ochre: "#74510e",
  ochreWash: "#f6ecd5",
  danger: "#a02c1c",
  dangerWash: "#fae8e3",
} as const;

export const dark: Record<keyof typeof light, string> = {
  paper: "#13171e",
  sheet: "#1b212a",
  well: "#0e1217",
  ink: "#ede7da",
  ink2: "#c3bfb5",
  ink3: "#9c9a94",
  rule: "#2e3541",
  ruleStrong: "#747b88",
  accent: "#afc8ee",
  onAccent: "#0f1e36",
  margin: "#d9788c",
  focus: "#8fb8ff",
  ochre: "#e2be78",
  ochreWash: "#33290f",
  danger: "#f2a393",
  dangerWash: "#3a1f1b",
};

/** The same as custom properties of a stylesheet. Light and dark follow the system. */
export const colourProperties = Object.entries(dark)
  .map(
    ([name, value]) =>
      `--${name.replace(/[A-Z\d]/, (letter) => `-${letter.toLowerCase()}`)}: light-dark(${light[name as keyof typeof light]}, ${value});`,
  )
  .join(" ");
