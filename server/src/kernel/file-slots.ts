/** Slots for files that are made and sent. A slow reader holds its slot while it reads. */
export type FileSlots = {
  /**
   * Returns a function that frees the slot. `person`: the person uses all of their slots; `everybody`: no
   * slot is free.
   */
  readonly acquire: (userId: string) => (() => void) | 'person' | 'everybody'
}

export const createFileSlots = (most: { perPerson: number; inAll: number }): FileSlots => {
  const used = new Map<string, number>()
  let inAll = 0
  return {
    acquire: (userId) => {
      const theirs = used.get(userId) ?? 0
      if (theirs >= most.perPerson) return 'person'
      if (inAll >= most.inAll) return 'everybody'
      used.set(userId, theirs + 1)
      inAll += 1
      return () => {
        inAll -= 1
        const left = (used.get(userId) ?? 1) - 1
        if (left > 0) used.set(userId, left)
        else used.delete(userId)
      }
    },
  }
}
