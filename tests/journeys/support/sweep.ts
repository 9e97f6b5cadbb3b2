import type { Language } from './texts.ts'

export const languages: readonly Language[] = ['en', 'es']

/**
 * The sweeps open every page of the product in many ways: languages, sizes, faults. In an ordinary run each page
 * has a part of the ways, chosen by its address, so that neighbours share them; `npm run sweep` tries all of them
 * on each page.
 */
export const isWhole = process.env['SWEEP'] === 'whole'

const sumOf = (text: string): number => Buffer.from(text).reduce((sum, byte) => sum + byte, 0)

/** Ids differ in each run; without them the same page has the same part in each run. */
const withoutIds = (name: string): string => name.replaceAll(/[0-9a-f-]{36}/g, ':id')

/** The part of the ways that a page has: the same one in each run. `offset` 1 is the next part. */
export const partOf = <Way>(ways: readonly Way[], name: string, offset = 0): readonly Way[] => {
  const way = ways[(sumOf(withoutIds(name)) + offset) % ways.length]
  return isWhole || way === undefined ? ways : [way]
}
