// breaks: no-folder-circles
import { helper } from "../helper.ts";
export const follow = helper;
