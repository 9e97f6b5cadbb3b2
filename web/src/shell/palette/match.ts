import type { LucideIcon } from 'lucide-react'

/** One line of the palette: a item to go to, something to do, or something found. */
export type PaletteLine = {
  readonly id: string
  readonly label: string
  /** Other words that people type for it. */
  readonly words?: string
  readonly below?: string
}

/** What is found: a press does it. */
export type Line = PaletteLine & { readonly icon: LucideIcon; readonly run: () => void }

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * The lines that hold every typed word, whatever its accents and capitals; those whose label begins with what was
 * typed come first, else the order stays.
 */
export const matching = <L extends PaletteLine>(lines: readonly L[], typed: string): L[] => {
  const asked = folded(typed).trim()
  const words = asked.split(/\s+/).filter((word) => word !== '')
  const found = lines.filter((line) => {
    const text = folded(`${line.label} ${line.words ?? ''} ${line.below ?? ''}`)
    return words.every((word) => text.includes(word))
  })
  const begins = (line: L) => (folded(line.label).startsWith(asked) ? 0 : 1)
  return found.toSorted((a, b) => begins(a) - begins(b))
}
