import { zoneName } from './machine-readable-zone.ts'

const namePartsOf = (name: string): readonly string[] => zoneName(name).split('<').filter(Boolean)

// Zones cut long names, so the document's word may be only the start of the declared one.
const isWordIn = (word: string, terms: readonly string[]): boolean =>
  terms.some((each) => each === word || (each.length >= 3 && word.startsWith(each)))

/**
 * Whether a given name matches the document's: the document has every given surname word and at least one
 * given first name. Accents, case and order do not matter. A missing name matches every name.
 */
export const sameName = (
  entered: { firstName: string | null; lastName: string | null },
  onDocument: { firstName: string | null; lastName: string | null },
): boolean => {
  const all = namePartsOf(`${onDocument.firstName ?? ''} ${onDocument.lastName ?? ''}`)
  const first = namePartsOf(entered.firstName ?? '')
  const last = namePartsOf(entered.lastName ?? '')
  return (
    last.every((word) => isWordIn(word, all)) &&
    (first.length === 0 || first.some((word) => isWordIn(word, all)))
  )
}
