import { useSearchParams } from "react-router";

/** In the address, so that a reload and Back keep it. The first of `choices` applies if it names none. */
export function useUrlChoice<Choice extends string>(
  parameter: string,
  choices: readonly [Choice, ...Choice[]],
): [Choice, (choice: Choice) => void] {
  const [search, setSearch] = useSearchParams();
  const named = search.get(parameter);
  const choice = choices.find((known) => known === named) ?? choices[0];
  function choose(next: Choice) {
    setSearch(
      (before) => {
        before.set(parameter, next);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  }
  return [choice, choose];
}
