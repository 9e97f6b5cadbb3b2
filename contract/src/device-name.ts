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

const among = (known: readonly (readonly [string, RegExp])[], agent: string) =>
  known.find(([, pattern]) => pattern.test(agent))?.[0]

/** What people call the device that a browser says it is: "iPhone, Safari". What is not known stays as it is. */
export const deviceName = (userAgent: string): string => {
  const parts = [among(systems, userAgent), among(browsers, userAgent)].filter((part) => part !== undefined)
  return parts.length === 0 ? userAgent.slice(0, 60) : parts.join(', ')
}
