// breaks: home-of-openid-client
import * as found from "openid-client";
export const uses = found;
