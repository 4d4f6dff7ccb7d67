import { light } from "#server/design/tokens.ts";
import type { PdfPen } from "./pdf-lines.ts";

const lineWidth = 1.5;

export const tableSize = 150;

const tableUnits = 240;

export function drawTable({ document }: PdfPen, left: number, top: number): void {
  const scale = tableSize / tableUnits;
  document
    .save()
    .translate(left, top)
    .scale(scale)
    .lineWidth(lineWidth / scale / 1.4);
  document.lineCap("round").lineJoin("round");
  document.circle(120, 120, 55).stroke(light.ink);
  document.circle(120, 120, 50).stroke(light.ruleStrong);
  for (const turn of [0, 60, 120, 180, 240, 300]) {
    const colour = turn === 180 ? light.margin : light.ink;
    document.save().rotate(turn, { origin: [120, 120] });
    document.roundedRect(105, 26, 30, 22, 6).stroke(colour);
    document.path("M103 19q17-7 34 0").stroke(colour);
    document.restore();
  }
  document.save().rotate(-8, { origin: [120, 119] });
  document.rect(111, 106, 18, 26).stroke(light.ink);
  document.path("M115 113h10M115 118h10M115 123h6").stroke(light.margin);
  document.restore();
  document.restore();
}

export function drawMark({ document }: PdfPen, left: number, top: number): void {
  document.save().translate(left, top).scale(0.75).lineWidth(2.25).lineCap("round");
  document.moveTo(5.5, 3.5).lineTo(5.5, 20.5).strokeColor(light.margin).stroke();
  document.path("M10.5 20.5v-17h3.75a5 5 0 0 1 0 10H10.5").strokeColor(light.ink).stroke();
  document.restore();
}
