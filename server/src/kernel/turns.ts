/** Whose turn it is: of what one person asks for at once, a few calls run and the others wait in order. */
export type Turns = {
  /** Resolves when the turn has come; gives how to end it. Null: too many wait already. */
  readonly take: (subject: string) => Promise<(() => void) | null>
}

/** `running` is well below the connections to the database: who floods waits for themselves, and nobody else for them. */
export const usualTurns = { running: 8, waiting: 100 }
export const unlimitedTurns = { running: Infinity, waiting: 0 }

/** @param most turns of one subject that run, and that wait */
export const createTurns = (most: { readonly running: number; readonly waiting: number }): Turns => {
  const lines = new Map<string, { running: number; readonly waiting: (() => void)[] }>()
  return {
    take: async (subject) => {
      const line = lines.get(subject) ?? { running: 0, waiting: [] }
      if (line.running >= most.running && line.waiting.length >= most.waiting) return null
      lines.set(subject, line)
      // Who ends a turn hands it to the next one, so the count stays.
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
