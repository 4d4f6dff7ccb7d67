// breaks: journeys-use-the-product
import { config } from "../server/config.ts";
export const looks = config;
