// breaks: aliases-between-folders
import { act } from "../auth/act.ts";
export const goes = act;
