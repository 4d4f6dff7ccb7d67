// breaks: home-of-piscina
import { Piscina } from "piscina";
export const pool = Piscina;
