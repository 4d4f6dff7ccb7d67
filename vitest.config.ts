import config from "./tools/vitest.config.ts";

export default config;
