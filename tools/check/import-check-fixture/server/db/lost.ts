// breaks: resolvable
import { nowhere } from "./nowhere.ts";
export const lost = nowhere;
