import { type RefObject, useEffect, useRef } from "react";

export function findPosition(
  questions: readonly { id?: number | undefined }[],
  id: number | undefined,
): number | undefined {
  const index = questions.findIndex((question) => question.id !== undefined && question.id === id);
  return index < 0 ? undefined : index + 1;
}

/** Only when the list first appears, and after the screen itself has taken the focus. */
export function useLinkedQuestion(
  list: RefObject<HTMLElement | null>,
  position: number | undefined,
): void {
  const linked = useRef(position);
  useEffect(() => {
    if (linked.current === undefined) return;
    const names = [
      `Whether a high number is good in question ${linked.current}`,
      `What question ${linked.current} is for`,
    ];
    const frame = requestAnimationFrame(() => {
      linked.current = undefined;
      const [field] = names.flatMap(
        (name) => list.current?.querySelector<HTMLElement>(`[aria-label="${name}"]`) ?? [],
      );
      field?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [list]);
}
