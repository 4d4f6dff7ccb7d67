/**
 * zod compiles its parsers with `new Function` if it may. The pages' policy forbids that, and the browser reports even
 * the attempt as a violation. zod checks this setting before it tries.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
