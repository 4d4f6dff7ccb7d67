import { useEffect, useEffectEvent, useState } from "react";
import { type To, useLocation, useNavigate, useSearchParams } from "react-router";

const parameter = "step";

/** The steps of the entries before this one in the browser's history that belong to the same wizard. */
type StepState = { stepsBehind?: readonly number[] } | null;

export function readStep(search: URLSearchParams, steps: readonly number[]): number | undefined {
  const named = Number(search.get(parameter));
  return steps.includes(named) ? named : undefined;
}

/** A parameter of the address: Back leads to the previous step. No address leads past a step that is not complete. */
export function useStep({
  steps,
  initial,
  isComplete,
}: {
  steps: readonly number[];
  initial: number;
  isComplete: (step: number) => boolean;
}) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const location = useLocation();
  const state = location.state as StepState;
  const behind = state?.stepsBehind ?? [];
  const named = readStep(search, steps);
  const [left, setLeft] = useState<{ from: number; to: To; state?: unknown }>();
  const asked = named ?? initial;
  const step = left?.from ?? steps.find((one) => one < asked && !isComplete(one)) ?? asked;

  function open(next: number, isReplacing: boolean) {
    const changed = new URLSearchParams(search);
    changed.set(parameter, String(next));
    void navigate(
      { search: `?${changed}` },
      {
        replace: isReplacing,
        state: { ...state, stepsBehind: isReplacing ? behind : [...behind, step] },
        preventScrollReset: true,
      },
    );
  }

  // Each entry of the history names its step, so that it still leads there when it is returned to.
  const correct = useEffectEvent(() => open(step, true));
  const isCorrect = named === step || left !== undefined;
  useEffect(() => {
    if (!isCorrect) correct();
  }, [isCorrect]);

  const isAtFirst = behind.length === 0;
  useEffect(() => {
    if (left !== undefined && isAtFirst) {
      void navigate(left.to, { replace: true, state: left.state });
    }
  }, [left, isAtFirst, navigate]);

  return {
    step,
    goTo: (next: number) => open(next, false),
    replaceStep: (next: number) => open(next, true),
    goBackTo(previous: number) {
      if (behind.at(-1) === previous) void navigate(-1);
      else open(previous, true);
    },
    /** Goes to another screen, which takes the place of all of the wizard's entries in the history. */
    leave(to: To, options: { state?: unknown } = {}) {
      setLeft({ from: step, to, ...options });
      if (!isAtFirst) void navigate(-behind.length);
    },
  };
}
