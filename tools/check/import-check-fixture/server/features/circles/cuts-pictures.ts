// breaks: home-of-sharp
import * as found from "sharp";
export const uses = found;
