// breaks: web-order-invitee
import { Results } from "#web/screens/results.tsx";
export const asks = Results;
