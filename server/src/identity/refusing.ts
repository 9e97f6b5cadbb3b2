import type { Refused } from '../kernel/answer.ts'

/** Carries a refusal out of a transaction that must roll back. */
class RolledBack extends Error {
  readonly refusal: Refused
  constructor(refusal: Refused) {
    super(refusal.code)
    this.refusal = refusal
  }
}

/** Ends the transaction around it and makes its refusal the answer of `refusing`. */
export const rollBack = (refusal: Refused): never => {
  throw new RolledBack(refusal)
}

/** Runs what may roll back; gives its result or the refusal that it was rolled back with. */
export const refusing = async <T, Code extends string>(run: () => Promise<T>): Promise<T | Refused<Code>> => {
  try {
    return await run()
  } catch (error) {
    if (error instanceof RolledBack) return error.refusal as Refused<Code>
    throw error
  }
}
