/**
 * zod compiles its parsers with `new Function` unless this is set; the pages' policy forbids that, and browsers report
 * it.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
