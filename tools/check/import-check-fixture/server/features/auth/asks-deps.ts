// breaks: server-order-5
import { deps } from "#server/deps.ts";
export const asks = deps;
