// breaks: nodemailer-home
import * as found from "nodemailer";
export const uses = found;
