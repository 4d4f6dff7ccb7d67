// breaks: threads-home
import { Piscina } from "piscina";
export const pool = Piscina;
