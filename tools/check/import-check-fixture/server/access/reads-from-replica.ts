// breaks: replica-reads-home
import { readFromReplica } from "#server/db/replica/read-from-replica.ts";
export const uses = readFromReplica;
