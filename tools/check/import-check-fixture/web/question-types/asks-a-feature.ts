// breaks: web-order-question-types
import { List } from "#web/features/feedback/list.tsx";
export const asks = List;
