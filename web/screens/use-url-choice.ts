import { useSearchParams } from "react-router";

/**
 * How a screen is shown, as a parameter of its address, so that a reload and the Back button keep it.
 * @param choices the first one applies if the address names none of them
 */
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
