// breaks: home-of-nodemailer
import * as found from "nodemailer";
export const uses = found;
