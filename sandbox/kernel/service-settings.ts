/** Settings of an embedded service. Every value comes from its environment. */
export type ServiceSettings = {
  readonly name: string
  readonly port: number
  /** The address for browsers and for the product. */
  readonly publicUrl: string
  /** The service's own folder; it survives restarts. */
  readonly dataDir: string
  readonly controlToken: string
  /** Keys and secrets that the product has too. */
  readonly credentials: Readonly<Record<string, string>>
  /** Business time of a new store, in milliseconds from real time; 0 when absent. */
  readonly firstOffsetMs?: number
}

/** Reads PORT, PUBLIC_URL, DATA_DIR, CONTROL_TOKEN, CREDENTIALS (a JSON object of strings) and FIRST_OFFSET_MS. */
export const settingsFromEnv = (name: string, env: NodeJS.ProcessEnv = process.env): ServiceSettings => {
  const need = (key: string) => {
    const value = env[key]
    if (!value) throw new Error(`${name}: set ${key}`)
    return value
  }
  const port = Number(need('PORT'))
  return {
    name,
    port,
    publicUrl: env['PUBLIC_URL'] ?? `http://127.0.0.1:${port}`,
    dataDir: need('DATA_DIR'),
    controlToken: need('CONTROL_TOKEN'),
    credentials: JSON.parse(env['CREDENTIALS'] ?? '{}') as Record<string, string>,
    firstOffsetMs: Number(env['FIRST_OFFSET_MS'] ?? 0),
  }
}
