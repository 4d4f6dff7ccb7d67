/**
 * zod compiles its parsers with `new Function` where it may. The pages' policy forbids that, and the browser reports
 * the mere attempt as a violation; this is the place where zod looks before it tries.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
