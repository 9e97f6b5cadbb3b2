/** One line of a statement, with its final texts. */
export type StatementLine =
  | {
      readonly kind: 'row'
      readonly day: string
      readonly title: string
      readonly below: string
      readonly card: string
      readonly amount: string
      /** Empty where the row is not part of the balance. */
      readonly balance: string
      readonly isIn: boolean
    }
  | { readonly kind: 'section'; readonly title: string; readonly below: string }

/** All data of a statement except its lines. */
export type StatementHead = {
  /** `#rrggbb`, the company's colour. */
  readonly colour: string
  readonly company: string
  readonly title: string
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly figures: readonly (readonly [name: string, value: string])[]
  readonly columns: Readonly<Record<'day' | 'title' | 'card' | 'amount' | 'balance', string>>
  readonly empty: string
  readonly foot: string
  /** A text with `{page}` and `{pages}`. */
  readonly pageOf: string
  readonly lineCount: number
}

/** A4 in points. */
export const paper = { width: 595.28, height: 841.89, side: 44, lineHeight: 27 } as const

const firstTop = 268
const nextTop = 84
const footTop = paper.height - 56

const fits = (top: number) => Math.floor((footTop - top) / paper.lineHeight)
const onFirst = fits(firstTop)
const onNext = fits(nextTop)

/** The number of pages for this many lines; at least one. */
export const pagesFor = (lineCount: number): number =>
  lineCount <= onFirst ? 1 : 1 + Math.ceil((lineCount - onFirst) / onNext)

/** The page (from 1) and the height in points of a line, by its number (from 0). */
export const positionOf = (at: number): { page: number; top: number } => {
  if (at < onFirst) return { page: 1, top: firstTop + at * paper.lineHeight }
  const rest = at - onFirst
  return { page: 2 + Math.floor(rest / onNext), top: nextTop + (rest % onNext) * paper.lineHeight }
}
