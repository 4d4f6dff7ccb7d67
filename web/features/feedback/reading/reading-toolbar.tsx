import { type RefObject, useId, useRef } from "react";
import { isolate } from "#contract/values/isolate.ts";
import { IconButton } from "#web/ui/buttons/button.tsx";
import { Segments } from "#web/ui/choices/segments.tsx";
import { CloseIcon, SearchIcon, StarIcon } from "#web/ui/icons/icons.tsx";
import { formatCount } from "#web/ui/text/format-count.ts";
import type { AnswerFilter } from "./filter-answers.ts";
import type { ReadingOrder } from "./group-answers.ts";

const orders: { value: ReadingOrder; label: string }[] = [
  { value: "person", label: "By person" },
  { value: "question", label: "By question" },
  { value: "theme", label: "By theme" },
];

export function ReadingToolbar({
  by,
  onByChange,
  filter,
  onFilterChange,
  shownCount,
  keptCount,
  keptOnlyButton,
}: {
  by: ReadingOrder;
  onByChange: (by: ReadingOrder) => void;
  filter: AnswerFilter;
  onFilterChange: (filter: AnswerFilter) => void;
  shownCount: number;
  keptCount: number;
  keptOnlyButton: RefObject<HTMLButtonElement | null>;
}) {
  const searchId = useId();
  const field = useRef<HTMLInputElement>(null);
  const { query, keptOnly } = filter;
  const clear = () => onFilterChange({ ...filter, query: "" });

  return (
    <div className="stack g3 reading-tools">
      <Segments label="Arrange answers" options={orders} value={by} onValueChange={onByChange} />
      <div className="reading-filter">
        <div className="reading-search">
          <label className="sr-only" htmlFor={searchId}>
            Search within answers
          </label>
          <SearchIcon />
          <input
            className="input"
            id={searchId}
            ref={field}
            type="text"
            dir="auto"
            inputMode="search"
            enterKeyHint="search"
            autoComplete="off"
            placeholder="Search within answers"
            value={query}
            onChange={(event) => onFilterChange({ ...filter, query: event.currentTarget.value })}
            onKeyDown={(event) => {
              if (event.key !== "Escape" || query === "") return;
              event.preventDefault();
              clear();
            }}
          />
          {query !== "" && (
            <IconButton
              label="Clear the search"
              onClick={() => {
                clear();
                field.current?.focus();
              }}
            >
              <CloseIcon />
            </IconButton>
          )}
        </div>
        <button
          type="button"
          ref={keptOnlyButton}
          className="btn btn-outline reading-kept"
          aria-pressed={keptOnly}
          onClick={() => onFilterChange({ ...filter, keptOnly: !keptOnly })}
        >
          <StarIcon />
          Kept only
          <span className="num ink-3">{keptCount}</span>
        </button>
      </div>
      <p className="small ink-3 hide-empty" role="status">
        {describeShown(filter, shownCount)}
      </p>
    </div>
  );
}

function describeShown({ query, keptOnly }: AnswerFilter, count: number): string {
  const kept = keptOnly ? "kept " : "";
  if (query.trim() !== "") {
    return count === 0
      ? `No ${kept}answer contains “${isolate(query.trim())}”.`
      : `${count} ${kept}${count === 1 ? "answer contains" : "answers contain"} “${isolate(query.trim())}”.`;
  }
  return keptOnly && count > 0 ? `${formatCount(count, "kept answer")}.` : "";
}
