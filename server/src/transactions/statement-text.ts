/** The subsets that the font comes in, the usual first; each is embedded only where a text needs it. */
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

/** What is drawn for a sign that no subset has: an emoji, a script that the font does not write. */
export const unknownSign = '?'

export type Ranges = readonly (readonly [from: number, to: number])[]

/** Reads `U+0000-00FF,U+0131`. */
export const rangesOf = (text: string): Ranges =>
  text.split(',').map((part) => {
    const [from = '', to = from] = part.trim().replace(/^U\+/i, '').split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
  })

const has = (ranges: Ranges, point: number) => ranges.some(([from, to]) => point >= from && point <= to)

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** What people see as one sign each. */
export const signsOf = (text: string): string[] =>
  Array.from(clusters.segment(text.normalize('NFC')), ({ segment }) => segment)

/**
 * A text as runs of one subset each. What people see as one sign stays one: an emoji of seven parts becomes one unknown
 * sign, not seven.
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
