import { Loading, Skeleton } from "#web/ui/status/skeleton.tsx";

/** Placeholders for five people who are loading. */
export function PeopleLoading() {
  return (
    <Loading>
      <ul className="people border-y border-rule">
        {[1, 2, 3, 4, 5].map((place) => (
          <li key={place}>
            <span className="monogram" />
            <Skeleton className="mb-2 h-5 w-40 max-w-full" />
            <Skeleton className="h-4 w-56 max-w-full" />
          </li>
        ))}
      </ul>
    </Loading>
  );
}
