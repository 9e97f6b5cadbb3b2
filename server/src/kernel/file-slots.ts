/** Slots for files that are made and sent. A slow reader holds its slot while it reads. */
export type FileSlots = {
  /**
   * Returns a function that frees the slot. `person`: the person uses all of their slots; `everybody`: no
   * slot is free.
   */
  readonly take: (userId: string) => (() => void) | 'person' | 'everybody'
}

export const createFileSlots = (most: { perPerson: number; inAll: number }): FileSlots => {
  const taken = new Map<string, number>()
  let inAll = 0
  return {
    take: (userId) => {
      const theirs = taken.get(userId) ?? 0
      if (theirs >= most.perPerson) return 'person'
      if (inAll >= most.inAll) return 'everybody'
      taken.set(userId, theirs + 1)
      inAll += 1
      return () => {
        inAll -= 1
        const left = (taken.get(userId) ?? 1) - 1
        if (left > 0) taken.set(userId, left)
        else taken.delete(userId)
      }
    },
  }
}
