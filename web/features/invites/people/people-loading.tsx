import { Loading, Skeleton } from "#web/ui/status/skeleton.tsx";

export function PeopleLoading() {
  return (
    <Loading>
      <ul className="lined people">
        {[1, 2, 3, 4, 5].map((place) => (
          <li key={place}>
            <span className="monogram" />
            <Skeleton width={40} height={5} />
            <Skeleton width={56} height={4} />
          </li>
        ))}
      </ul>
    </Loading>
  );
}
