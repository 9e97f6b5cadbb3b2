/** Values typed here, and values saved elsewhere meanwhile. */
export type Conflict<V extends Readonly<Record<keyof V, string>>> = {
  readonly mine: V
  readonly theirs: V
  /** Fields that changed on both sides to different values: the person chooses. */
  readonly both: readonly (keyof V)[]
  /** Fields that changed only elsewhere: the new value is used. */
  readonly adopted: readonly (keyof V)[]
}

/**
 * The conflict of a save, from two versions with the common `base`. `changedFields` names the fields that
 * differ between two versions. Empty lists: the new version has no changes of these fields.
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
    adopted: elsewhere.filter((field) => !here.includes(field)),
  }
}
