// breaks: paper-home
import * as found from "pdfkit";
export const uses = found;
