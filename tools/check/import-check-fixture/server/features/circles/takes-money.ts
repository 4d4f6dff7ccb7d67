// breaks: home-of-stripe
import * as found from "stripe";
export const uses = found;
