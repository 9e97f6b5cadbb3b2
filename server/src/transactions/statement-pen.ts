import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { rangesOf, runsOf, signsOf, subsets, type Ranges, type Subset } from './statement-text.ts'

export const ink = '#1c2b26'
const weights = { normal: 400, strong: 600 } as const

export type TextStyle = {
  readonly size: number
  readonly weight?: keyof typeof weights
  readonly colour?: string
}
export type Position = {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly align?: 'right'
}
/** Writes a text at a position; a text that is too long is cut with an ellipsis. */
export type Write = (text: string, position: Position, style: TextStyle) => void

const near = createRequire(import.meta.url)
const fontFile = (name: string) => readFileSync(near.resolve(`@fontsource/inter/${name}`))
const known = JSON.parse(fontFile('unicode.json').toString('utf8')) as Record<Subset, string>
const ranges: ReadonlyMap<Subset, Ranges> = new Map(subsets.map((name) => [name, rangesOf(known[name])]))

/**
 * Returns a function that writes on the pages of a document. Each character is drawn with the subset of the
 * font that has it.
 */
export const penOf = (document: PDFKit.PDFDocument): Write => {
  const registered = new Set<string>()
  const use = (subset: Subset, { size, weight = 'normal' }: TextStyle) => {
    const name = `${subset}-${weight}`
    if (!registered.has(name)) {
      document.registerFont(name, fontFile(`files/inter-${subset}-${weights[weight]}-normal.woff`))
      registered.add(name)
    }
    document.font(name).fontSize(size)
  }
  const measured = (text: string, style: TextStyle) =>
    runsOf(text, ranges).map((run) => {
      use(run.subset, style)
      return { ...run, width: document.widthOfString(run.text) }
    })
  const widthOf = (runs: readonly { width: number }[]) => runs.reduce((sum, { width }) => sum + width, 0)
  /** The text, cut with an ellipsis where it is wider than `width`. */
  const fitting = (text: string, style: TextStyle, width: number) => {
    let runs = measured(text, style)
    let signs = signsOf(text)
    while (widthOf(runs) > width && signs.length > 1) {
      const part = Math.min(signs.length - 1, Math.floor((signs.length * width) / widthOf(runs)))
      signs = signs.slice(0, Math.max(1, part))
      runs = measured(`${signs.join('').trimEnd()}…`, style)
    }
    return runs
  }
  return (text: string, { left, top, width, align }: Position, style: TextStyle) => {
    const runs = fitting(text, style, width)
    let at = align === 'right' ? left + width - widthOf(runs) : left
    for (const run of runs) {
      use(run.subset, style)
      document.fillColor(style.colour ?? ink).text(run.text, at, top, { lineBreak: false })
      at += run.width
    }
  }
}
