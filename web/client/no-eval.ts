/** The pages' policy forbids `new Function`, with which zod otherwise compiles its parsers. */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
