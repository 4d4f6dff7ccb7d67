// breaks: openid-home
import * as found from "openid-client";
export const uses = found;
