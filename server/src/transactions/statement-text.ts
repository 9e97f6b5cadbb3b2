/** The subsets of the font, the most used first. A subset is embedded only where a text needs it. */
export const subsets = [
  'latin',
  'latin-ext',
  'cyrillic',
  'cyrillic-ext',
  'greek',
  'greek-ext',
  'vietnamese',
] as const
export type Subset = (typeof subsets)[number]

/** Drawn for a character that no subset has, such as an emoji. */
export const unknownSign = '?'

export type Ranges = readonly (readonly [from: number, to: number])[]

/** Parses `U+0000-00FF,U+0131`. */
export const rangesOf = (text: string): Ranges =>
  text.split(',').map((part) => {
    const [from = '', to = from] = part.trim().replace(/^U\+/i, '').split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
  })

const has = (ranges: Ranges, point: number) => ranges.some(([from, to]) => point >= from && point <= to)

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The characters of a text as people count them (grapheme clusters). */
export const signsOf = (text: string): string[] =>
  Array.from(clusters.segment(text.normalize('NFC')), ({ segment }) => segment)

/**
 * Splits a text into runs of one subset each. A grapheme cluster is never split: an emoji of seven code
 * points becomes one unknown character.
 */
export const runsOf = (
  text: string,
  ranges: ReadonlyMap<Subset, Ranges>,
): { readonly subset: Subset; readonly text: string }[] => {
  const runs: { subset: Subset; text: string }[] = []
  for (const segment of signsOf(text)) {
    const points = Array.from(segment, (sign) => sign.codePointAt(0) ?? 0)
    const subset = subsets.find((name) => points.every((point) => has(ranges.get(name) ?? [], point)))
    const [drawn, shown] = subset ? [subset, segment] : (['latin', unknownSign] as const)
    const last = runs.at(-1)
    if (last?.subset === drawn) last.text += shown
    else runs.push({ subset: drawn, text: shown })
  }
  return runs
}
