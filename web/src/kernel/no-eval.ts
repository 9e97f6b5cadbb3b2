declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined
}

/**
 * Zod probes for `new Function` to compile its schemas, which our content security policy refuses and
 * reports. It reads this before its first schema is made, so it is imported before everything else.
 */
globalThis.__zod_globalConfig = { jitless: true }

export {}
