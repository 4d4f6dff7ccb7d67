import { light } from "#server/design/tokens.ts";
import type { PdfStyle } from "./pdf-fonts.ts";

export interface TextStyle {
  style: PdfStyle;
  size: number;
  leading: number;
  colour: string;
}

export const textStyles = {
  title: { style: "strong", size: 25, leading: 31, colour: light.ink },
  part: { style: "strong", size: 21, leading: 27, colour: light.ink },
  heading: { style: "strong", size: 14.5, leading: 20, colour: light.ink },
  label: { style: "label", size: 9.5, leading: 14, colour: light.ink3 },
  letter: { style: "text", size: 11.5, leading: 18.5, colour: light.ink },
  line: { style: "label", size: 10.5, leading: 15.5, colour: light.ink2 },
  figure: { style: "text", size: 21, leading: 26, colour: light.ink },
} as const satisfies Record<string, TextStyle>;
