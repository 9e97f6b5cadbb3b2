/** What was typed here and what was saved elsewhere meanwhile. */
export type Conflict<V extends Readonly<Record<keyof V, string>>> = {
  readonly mine: V
  readonly theirs: V
  /** Changed in both places, and differently: to be chosen. */
  readonly both: readonly (keyof V)[]
  /** Changed elsewhere alone: taken over. */
  readonly taken: readonly (keyof V)[]
}

/**
 * What a save met, both made from `base`. `changedFields` names the fields that differ between two versions. Empty lists:
 * the version moved for another reason than these fields.
 */
export const conflictOf = <V extends Readonly<Record<keyof V, string>>>(
  { base, mine, theirs }: Readonly<Record<'base' | 'mine' | 'theirs', V>>,
  changedFields: (one: V, other: V) => readonly (keyof V)[],
): Conflict<V> => {
  const elsewhere = changedFields(base, theirs)
  const here = changedFields(base, mine)
  const different = changedFields(mine, theirs)
  return {
    mine,
    theirs,
    both: elsewhere.filter((field) => here.includes(field) && different.includes(field)),
    taken: elsewhere.filter((field) => !here.includes(field)),
  }
}
