// breaks: home-of-hucre
import * as found from "hucre/xlsx";
export const uses = found;
