const browsers: readonly (readonly [string, RegExp])[] = [
  ['Edge', /Edg\/([\d.]+)/],
  ['Opera', /OPR\/([\d.]+)/],
  ['Firefox', /Firefox\/([\d.]+)/],
  ['Chrome', /(?:Chrome|HeadlessChrome|CriOS)\/([\d.]+)/],
  ['Safari', /Version\/([\d.]+).*Safari/],
]

const systems: readonly (readonly [string, RegExp])[] = [
  ['iOS', /(?:iPhone|iPad).*? OS ([\d_]+)/],
  ['Android', /Android ([\d.]+)/],
  ['Windows', /Windows NT ([\d.]+)/],
  ['Mac OS', /Mac OS X ([\d_.]+)/],
  ['Linux', /Linux()/],
]

const firstOf = (list: readonly (readonly [string, RegExp])[], text: string) => {
  for (const [name, pattern] of list) {
    const found = pattern.exec(text)
    if (found) return { name, version: (found[1] ?? '').replaceAll('_', '.') }
  }
  return {}
}

/** Reads a browser's user agent: a name for people, and the parts that the provider answers. */
export const agentFacts = (userAgent: string | null) => {
  const ua = userAgent ?? ''
  const browser: { name?: string; version?: string } = firstOf(browsers, ua)
  const os: { name?: string; version?: string } = firstOf(systems, ua)
  const name = [browser.name, os.name].filter(Boolean).join(' on ') || 'Passkey'
  return {
    name,
    parsed: {
      ua,
      browser: { ...browser, ...(browser.version ? { major: browser.version.split('.')[0] } : {}) },
      device: {},
      engine: {},
      os,
      cpu: {},
    },
  }
}
