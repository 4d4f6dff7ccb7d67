import { Link } from "react-router";
import type { Circle } from "#contract/circles/circles.ts";
import { cameTrueNames, type Review } from "#contract/decisions.ts";
import { decisionPath } from "#contract/paths.ts";
import { formatDay } from "#contract/values/days.ts";
import { isolate } from "#contract/values/isolate.ts";

/** What was predicted and, from the review on, what happened. */
export function ReviewPair({ circle, review }: { circle: Circle; review: Review }) {
  const { prediction, confidence, what_happened, came_true, review_date, can_review } = review;
  const isReviewed = what_happened !== "" || came_true !== null;
  return (
    <dl className="review-pair small">
      {prediction !== "" && (
        <div>
          <dt className="ink-2">Predicted</dt>
          <dd>
            {isolate(prediction)}
            {confidence !== null && <span className="ink-2 num"> ({confidence}% sure)</span>}
          </dd>
        </div>
      )}
      {what_happened !== "" && (
        <div>
          <dt className="ink-2">What happened</dt>
          <dd className="written-text" dir="auto">
            {what_happened}
          </dd>
        </div>
      )}
      {came_true !== null && (
        <div>
          <dt className="ink-2">Came true</dt>
          <dd>{cameTrueNames[came_true]}</dd>
        </div>
      )}
      {!isReviewed && review_date !== null && (
        <div>
          <dt className="ink-2">Review</dt>
          <dd className="num">
            {can_review ? (
              <Link
                to={decisionPath(circle.id)}
                aria-label={`Write what happened, ${circle.title}`}
              >
                Write what happened
              </Link>
            ) : (
              formatDay(review_date)
            )}
          </dd>
        </div>
      )}
    </dl>
  );
}
