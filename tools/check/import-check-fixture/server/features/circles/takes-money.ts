// breaks: stripe-home
import * as found from "stripe";
export const uses = found;
