import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('../ui/app.css', import.meta.url), 'utf8')

type Colour = { readonly l: number; readonly c: number; readonly h: number }
type Brand = { readonly hue: number; readonly chroma: number }

/** `0.09`, `var(--chroma)`, `calc(var(--chroma) * 0.36)` or `min(…, 0.035)` as a number. */
const amount = (text: string, brand: Brand): number => {
  const filled = text
    .replaceAll('var(--chroma)', String(brand.chroma))
    .replaceAll('var(--hue)', String(brand.hue))
  const product = filled.replace(/calc\(([\d.]+) \* ([\d.]+)\)/g, (_, a, b) => String(Number(a) * Number(b)))
  const least = /^min\(([\d.e-]+), ([\d.]+)\)$/.exec(product)
  return least ? Math.min(Number(least[1]), Number(least[2])) : Number(product)
}

const colourOf = (text: string, brand: Brand): Colour => {
  if (text === '#fff') return { l: 1, c: 0, h: 0 }
  const [l = '', ...rest] = text.slice('oklch('.length, -1).split(/ (?![^(]*\))/)
  const [c = '', h = ''] = rest
  return { l: amount(l, brand), c: amount(c, brand), h: amount(h, brand) }
}

/** Both values of a token's `light-dark()`: the light one and the dark one. */
const sidesOf = (token: string): [string, string] => {
  const found = new RegExp(`--${token}: light-dark\\(([\\s\\S]*?)\\);`).exec(css)?.[1] ?? ''
  const text = found.replace(/\s+/g, ' ').trim()
  // Finds the comma outside of all brackets.
  let depth = 0
  let comma = 0
  while (depth > 0 || text.charAt(comma) !== ',') {
    depth += { '(': 1, ')': -1 }[text.charAt(comma)] ?? 0
    comma += 1
    if (comma > text.length) throw new Error(`--${token} is not a light-dark()`)
  }
  return [text.slice(0, comma).trim(), text.slice(comma + 1).trim()]
}

/** Relative luminance (WCAG 2) of the displayed colour: channels outside sRGB are clipped. */
const luminance = ({ l, c, h }: Colour): number => {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const [long, middle, short] = [
    (l + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (l - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (l - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ] as const
  const red = 4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short
  const green = -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short
  const blue = -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short
  const [r, g, bl] = [red, green, blue].map((channel) => Math.min(Math.max(channel, 0), 1))
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (bl ?? 0)
}

const contrast = (one: Colour, other: Colour): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const textPairs: readonly [string, string][] = [
  ['ink', 'bg'],
  ['ink', 'surface'],
  ['ink', 'fill'],
  ['ink', 'soft'],
  ['mute', 'bg'],
  ['mute', 'surface'],
  ['mute', 'fill'],
  ['mute', 'soft'],
  ['on-brand', 'brand'],
  ['on-brand', 'brand-press'],
  ['brand-text', 'bg'],
  ['brand-text', 'surface'],
  ['brand-text', 'soft'],
  ['brand-text', 'soft-press'],
  ...['good', 'warn', 'bad', 'info'].flatMap((tone): [string, string][] => [
    [tone, `${tone}-soft`],
    [tone, 'surface'],
    [tone, 'bg'],
  ]),
]
/** Borders of controls and the focus outline need a contrast of 3:1 (WCAG 1.4.11). */
const edgePairs: readonly [string, string][] = [
  ['ctl', 'surface'],
  ['ctl', 'bg'],
  ['brand', 'bg'],
  ['brand', 'surface'],
]

const brands: Brand[] = Array.from({ length: 72 }, (_, step) => step * 5).flatMap((hue) =>
  [0, 0.05, 0.09, 0.15, 0.2].map((chroma) => ({ hue, chroma })),
)

const worst = ([front, back]: [string, string]) => {
  const [fronts, backs] = [sidesOf(front), sidesOf(back)]
  return brands.flatMap((brand) =>
    [0, 1].map((side) => contrast(colourOf(fronts[side] ?? '', brand), colourOf(backs[side] ?? '', brand))),
  )
}

describe('colours, for every hue and chroma that a company may have', () => {
  it.each(textPairs)('%s on %s has enough contrast for text', (front, back) => {
    expect(Math.min(...worst([front, back]))).toBeGreaterThanOrEqual(4.5)
  })
  it.each(edgePairs)('%s on %s has enough contrast for a border', (front, back) => {
    expect(Math.min(...worst([front, back]))).toBeGreaterThanOrEqual(3)
  })
  it('reads the tokens of the style sheet', () => {
    expect(sidesOf('brand')[0]).toBe('oklch(0.45 var(--chroma) var(--hue))')
    expect(contrast({ l: 1, c: 0, h: 0 }, { l: 0, c: 0, h: 0 })).toBeCloseTo(21, 1)
  })
})
