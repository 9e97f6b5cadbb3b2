/** Limits the simultaneous calls of one person: a few run, and the others wait in order. */
export type Turns = {
  /**
   * Resolves when the call may run, with a function that ends its turn. Null: too many calls wait already.
   */
  readonly acquire: (subject: string) => Promise<(() => void) | null>
}

/**
 * `running` is well below the number of database connections, so one person's flood delays only that person.
 */
export const usualTurns = { running: 8, waiting: 100 }
export const unlimitedTurns = { running: Infinity, waiting: 0 }

/** @param most limits per subject: running turns, and waiting turns */
export const createTurns = (most: { readonly running: number; readonly waiting: number }): Turns => {
  const lines = new Map<string, { running: number; readonly waiting: (() => void)[] }>()
  return {
    acquire: async (subject) => {
      const line = lines.get(subject) ?? { running: 0, waiting: [] }
      if (line.running >= most.running && line.waiting.length >= most.waiting) return null
      lines.set(subject, line)
      // The next caller inherits the turn, so the count stays the same.
      if (line.running < most.running) line.running += 1
      else await new Promise<void>((resolve) => line.waiting.push(resolve))
      return () => {
        const next = line.waiting.shift()
        if (next) return next()
        line.running -= 1
        if (line.running === 0) lines.delete(subject)
      }
    },
  }
}
