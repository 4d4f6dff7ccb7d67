// breaks: spreadsheets-home
import * as found from "hucre/xlsx";
export const uses = found;
