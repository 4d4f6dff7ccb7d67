// breaks: no-folder-cycles
import { helper } from "../helper.ts";
export const follow = helper;
