import { guardedUpdate, type GuardedUpdate } from '../kernel/guarded-update.ts'

/** The row that guards the limits of a person's loads, as it was read before them. */
export type LimitUse = { readonly id: string; readonly version: number }

/** Uses some of a person's limits in a plan, only if nobody else has used them since they were read. */
export const usingLimits = ({ id, version }: LimitUse): GuardedUpdate =>
  guardedUpdate({ table: 'loadLimitUse', id, from: { version }, set: { version: version + 1 } })
