// breaks: web-order-client
import { button } from "#web/ui/button.ts";
export const shows = button;
