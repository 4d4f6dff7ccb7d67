import manifest from "../../package.json" with { type: "json" };

/** The version of the product, as package.json has it. */
export const productVersion: string = manifest.version;
