import type { LucideIcon } from 'lucide-react'
import { plainText } from '../../kernel/plain-text.ts'

/** One line of the palette: a page to open, something to do, or something found. */
export type PaletteLine = {
  readonly id: string
  readonly label: string
  /** Other words that people type for it. */
  readonly keywords?: string
  readonly below?: string
}

/** A line of the result; a press runs it. */
export type Line = PaletteLine & { readonly icon: LucideIcon; readonly run: () => void }

/**
 * Lines that contain every typed word, without regard to accents and capitals. Lines whose label starts with
 * the typed text come first; otherwise the order stays.
 */
export const matching = <L extends PaletteLine>(lines: readonly L[], typed: string): L[] => {
  const query = plainText(typed).trim()
  const keywords = query.split(/\s+/).filter((word) => word !== '')
  const found = lines.filter((line) => {
    const text = plainText(`${line.label} ${line.keywords ?? ''} ${line.below ?? ''}`)
    return keywords.every((word) => text.includes(word))
  })
  const rank = (line: L) => (plainText(line.label).startsWith(query) ? 0 : 1)
  return found.toSorted((a, b) => rank(a) - rank(b))
}
