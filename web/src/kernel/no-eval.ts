declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined
}

/**
 * Zod tries `new Function` to compile its schemas. Our content security policy blocks and reports that, so
 * this turns it off. Zod reads the setting before it makes its first schema, so this file is imported first.
 */
globalThis.__zod_globalConfig = { jitless: true }

export {}
