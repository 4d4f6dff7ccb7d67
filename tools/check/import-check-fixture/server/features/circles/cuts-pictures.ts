// breaks: pictures-home
import * as found from "sharp";
export const uses = found;
