// breaks: telemetry-home
import * as found from "prom-client";
export const uses = found;
