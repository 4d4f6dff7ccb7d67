// breaks: light-invitee
import { judge } from "#web/features/feedback/judge.ts";
export const Main = () => <b>{String(judge)}</b>;
