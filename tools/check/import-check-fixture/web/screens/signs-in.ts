// breaks: auth-client-home
import * as found from "@supabase/auth-js";
export const uses = found;
