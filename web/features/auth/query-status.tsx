import { Button } from "#web/ui/buttons/button.tsx";
import { FieldError } from "#web/ui/fields/field.tsx";
import { Loading, Skeleton } from "#web/ui/status/skeleton.tsx";

export function QueryStatus({
  query,
  failure,
  rows = 1,
  height = 11,
}: {
  query: { isPending: boolean; isError: boolean; refetch: () => unknown };
  failure: string | undefined;
  rows?: number;
  height?: number;
}) {
  if (query.isPending) {
    return (
      <Loading>
        <div className="stack g3">
          {Array.from({ length: rows }, (_, row) => (
            <Skeleton key={String(row)} height={height} />
          ))}
        </div>
      </Loading>
    );
  }
  return (
    query.isError && (
      <div className="stack g3 start">
        <FieldError>{failure}</FieldError>
        <Button onClick={() => void query.refetch()}>Try again</Button>
      </div>
    )
  );
}
