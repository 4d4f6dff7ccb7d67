// breaks: web-features-apart
import { List } from "#web/features/feedback/list.tsx";
export const knows = List;
