import { changeCardLimits } from '@cardamom/contract/cards/card-limits'
import { readCard, type CardDetailOnWire } from '@cardamom/contract/cards'
import { useState } from 'react'
import { isRefusal } from '../kernel/api.ts'
import { conflictOf, type Conflict } from '../kernel/conflict.ts'
import { queryClient, useAction } from '../kernel/query.ts'
import type { ContractForm } from '../ui/form.tsx'
import {
  changedLimits,
  typedOf,
  wantedOf,
  type LimitChange,
  type Limits,
  type TypedLimits,
} from './card-limits.ts'

/**
 * Saves typed limits as changes of the limits that the form started with. When they were changed elsewhere
 * meanwhile, `conflict` has both versions and `save` resolves to `false`.
 */
export const useSaveLimits = (
  { card, change }: { card: CardDetailOnWire; change: LimitChange },
  form: ContractForm<TypedLimits>,
) => {
  const { id, limits } = card
  const [base, setBase] = useState(limits)
  const [conflict, setConflict] = useState<Conflict<TypedLimits> | null>(null)
  const { mutateAsync } = useAction(changeCardLimits, { errors: 'fields', changes: [readCard] })
  const latest = limits.version > base.version ? limits : base

  const meet = (mine: TypedLimits, { from, now }: { from: Limits; now: Limits }): unknown => {
    const theirs = typedOf(now)
    if (changedLimits(mine, theirs).length === 0) return change.wait(wantedOf(mine))
    const found = conflictOf({ base: typedOf(from), mine, theirs }, changedLimits)
    if (found.both.length === 0 && found.adopted.length === 0 && now.requested === null)
      return save(mine, now)
    for (const name of found.adopted) form.setValue(name, theirs[name], { shouldValidate: true })
    setBase(now)
    setConflict(found)
    return false
  }

  const save = async (mine: TypedLimits, from: Limits = base): Promise<unknown> => {
    const input = wantedOf(mine)
    try {
      await mutateAsync({ params: { id }, input, ifMatch: String(from.version) })
    } catch (error) {
      if (!isRefusal(error, 'record_changed')) throw error
      await queryClient.invalidateQueries({ queryKey: [readCard.path] })
      return meet(mine, { from, now: error.data as Limits })
    }
    return change.wait(input)
  }

  /** The issuer has not answered the other change yet, and accepts no second one before that. */
  return { conflict, isOtherUnderWay: latest.requested !== null, save }
}
