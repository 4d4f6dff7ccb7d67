// breaks: home-of-prom-client
import * as found from "prom-client";
export const uses = found;
