// breaks: home-of-@supabase
import * as found from "@supabase/auth-js";
export const uses = found;
