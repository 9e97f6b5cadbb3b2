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

/** What people call a device that is known: "iPhone, Safari". Null: the text is whatever the caller wrote. */
export const knownDeviceName = (userAgent: string): string | null => {
  const parts = [among(systems, userAgent), among(browsers, userAgent)].filter((part) => part !== undefined)
  return parts.length === 0 ? null : parts.join(', ')
}

/** What people call the device that a browser says it is. What is not known stays as it is, cut short. */
export const deviceName = (userAgent: string): string =>
  knownDeviceName(userAgent) ?? userAgent.slice(0, longestUnknown)
