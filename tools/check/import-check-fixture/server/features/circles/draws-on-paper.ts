// breaks: home-of-pdfkit
import * as found from "pdfkit";
export const uses = found;
