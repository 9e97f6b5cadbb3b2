const browsers: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
]
const systems: readonly (readonly [string, RegExp])[] = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['ChromeOS', /CrOS/],
  ['Mac', /Mac OS X|Macintosh/],
  ['Linux', /Linux/],
]

const longestUnknown = 60

const among = (known: readonly (readonly [string, RegExp])[], agent: string) =>
  known.find(([, pattern]) => pattern.test(agent))?.[0]

/** Common name of a known device: "iPhone, Safari". Null for a text that is no known user agent. */
export const knownDeviceName = (userAgent: string): string | null => {
  const parts = [among(systems, userAgent), among(browsers, userAgent)].filter((part) => part !== undefined)
  return parts.length === 0 ? null : parts.join(', ')
}

/** Common name of the device of a user agent. An unknown user agent is returned as it is, shortened. */
export const deviceName = (userAgent: string): string =>
  knownDeviceName(userAgent) ?? userAgent.slice(0, longestUnknown)
