import type { Circle } from "#contract/circles/circles.ts";

export function WhatHappensNext({ circle, headingId }: { circle: Circle; headingId: string }) {
  return (
    <>
      <h2 className="heading card-title" id={headingId}>
        What happens next?
      </h2>
      <ol className="stack numbered small">
        {nextSteps(circle).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </>
  );
}

function nextSteps({ questions, is_anonymous }: Circle): string[] {
  const count = questions.length;
  return [
    `Each person opens their private link and answers the ${count === 1 ? "question" : `${count} questions`}.`,
    is_anonymous
      ? "When it closes, you read all reflections together."
      : "You'll see here when a reflection arrives, and can read it in the results.",
    "Then you take your next step.",
  ];
}
