// breaks: journeys-use-the-product
import { config } from "../server/config/config.ts";
export const looks = config;
