import { List } from "#web/features/feedback/list.tsx";
export const Results = List;
