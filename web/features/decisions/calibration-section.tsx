import { useId } from "react";
import type { Review } from "#contract/decisions.ts";
import { formatCount } from "#web/ui/text/format-count.ts";
import { type CalibrationBand, calibrate, calibratedFrom, describeBand } from "./calibration.ts";

/** How well the owner's confidence matched what happened; nothing before the first review that tells. */
export function CalibrationSection({ reviews }: { reviews: readonly Review[] }) {
  const headingId = useId();
  const { reviews_count, bands } = calibrate(reviews);
  if (reviews_count === 0) return null;
  const missingCount = calibratedFrom - reviews_count;
  if (missingCount > 0) {
    return (
      <p className="ink-2">
        After {formatCount(missingCount, "more review")} with how sure you were and whether it came
        true, you see here how well the two match.
      </p>
    );
  }
  const largest = bands.reduce((found, band) =>
    band.reviews_count >= found.reviews_count ? band : found,
  );
  const hasPartly = bands.some(({ partly_count }) => partly_count > 0);
  return (
    <section className="stack g4 calibration-section" aria-labelledby={headingId}>
      <div className="stack g2">
        <h2 className="heading" id={headingId}>
          How well your confidence matched
        </h2>
        <p className="prose">{describeBand(largest)}</p>
      </div>
      <CalibrationPlot bands={bands} />
      <p className="small ink-2">
        On the line, predictions came true as often as you expected; below it, less often.
        {hasPartly && " One that came true partly counts as half."}
      </p>
    </section>
  );
}

/** The bands are thirds of the plot, which is 90 wide for 5% to 95% sure, and 60 high. */
const bandWidth = 30;
const height = 60;
const toX = (sure: number) => sure - 5;
const toY = (share: number) => height - (share / 100) * height;

function CalibrationPlot({ bands }: { bands: readonly CalibrationBand[] }) {
  return (
    <div className="calibration" role="img" aria-label={bands.map(describeBand).join(" ")}>
      <p>How often it came true</p>
      <div className="calibration-shares">
        <span>100%</span>
        <span>50%</span>
        <span>0%</span>
      </div>
      <svg viewBox={`0 0 ${bandWidth * 3} ${height}`} aria-hidden="true">
        <path className="calibration-grid" d={`M0 0H90M0 ${height / 2}H90M30 0V60M60 0V60`} />
        <path className="calibration-axis" d={`M0 ${height}H90`} />
        <path className="calibration-line" d={`M0 ${toY(5)}L90 ${toY(95)}`} />
        {bands.map(({ from, sure, came_true }) => (
          <circle key={from} cx={toX(sure)} cy={toY(came_true)} r="1.8" />
        ))}
      </svg>
      <div className="calibration-bands">
        {[10, 40, 70].map((from) => {
          const band = bands.find((one) => one.from === from);
          return (
            <span key={from}>
              {from}–{from + 20}%{band && <span>{formatCount(band.reviews_count, "review")}</span>}
            </span>
          );
        })}
      </div>
      <p>How sure you were</p>
    </div>
  );
}
