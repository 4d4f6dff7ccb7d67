import type { PdfStyle } from "./pdf-fonts.ts";

/** The values of the design's tokens on paper. */
export const colours = {
  ink: "#1c2636",
  ink_2: "#454e5e",
  ink_3: "#5f6673",
  rule: "#e0dacc",
  rule_strong: "#868172",
  margin: "#b0405a",
  accent: "#24457a",
} as const;

/** How a line of text looks; sizes in points. */
export interface Look {
  style: PdfStyle;
  size: number;
  leading: number;
  colour: string;
}

export const looks = {
  title: { style: "strong", size: 25, leading: 31, colour: colours.ink },
  part: { style: "strong", size: 21, leading: 27, colour: colours.ink },
  heading: { style: "strong", size: 14.5, leading: 20, colour: colours.ink },
  label: { style: "label", size: 9.5, leading: 14, colour: colours.ink_3 },
  letter: { style: "text", size: 11.5, leading: 18.5, colour: colours.ink },
  line: { style: "label", size: 10.5, leading: 15.5, colour: colours.ink_2 },
  figure: { style: "text", size: 21, leading: 26, colour: colours.ink },
} as const satisfies Record<string, Look>;
