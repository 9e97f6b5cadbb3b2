import { previewTreasuryOperation, treasuryKinds } from '@cardamom/contract/treasury/treasury-operations'
import { todayIn } from '@cardamom/contract/dates'
import { useState } from 'react'
import { call } from '../kernel/api.ts'
import { now } from '../kernel/clock.ts'
import { useText } from '../kernel/i18n.tsx'
import { useQueryParams } from '../kernel/router.tsx'
import type { ContractForm } from '../ui/form.tsx'
import { problemAt } from '../ui/wallets/money-problem.ts'
import { useMoneyForm } from '../ui/wallets/use-money-form.ts'
import {
  coinsOf,
  feeOf,
  isConversion,
  isResolution,
  needsHolder,
  type TreasuryEntry,
  type TreasuryKind,
} from './treasury-entry.ts'
import { amountOf } from '../ui/wallets/typed-amount.ts'
import type { TreasuryReview } from './treasury-dialog.tsx'

export type TreasuryForm = ContractForm<TreasuryEntry>

const problemOf = problemAt({
  invalid_amount: 'amount',
  value_date_wrong: 'valuedOn',
  reference_used: 'reference',
  rate_unavailable: 'asset',
  funding_not_open: 'fundingId',
  record_not_found: 'holderId',
  wallet_not_found: 'holderId',
} as const)

const isKind = (text: string | undefined): text is TreasuryKind => treasuryKinds.some((kind) => kind === text)

/** What is sent: only what the kind has. */
const inputOf = (entry: TreasuryEntry): TreasuryReview['input'] => {
  const { kind, asset, venue, fundingId, suspenseId, target, holderId, reference, proof, valuedOn } = entry
  const resolved = {
    suspenseId,
    target,
    ...(target === 'operator' ? {} : { targetId: needsHolder(entry) ? holderId : fundingId }),
  }
  return {
    kind,
    amount: amountOf(entry.amount) ?? '',
    valuedOn,
    reference: reference.trim(),
    ...(proof.trim() === '' ? {} : { proof: proof.trim() }),
    ...(isConversion(kind)
      ? { asset, coins: coinsOf(entry), fee: feeOf(entry) ?? '', venue: venue.trim() }
      : {}),
    ...(kind === 'funding_returned' ? { fundingId } : {}),
    ...(isResolution(entry) ? resolved : {}),
  }
}

/** The form of a record of the treasury, also with `?kind=`. */
export const useTreasuryForm = () => {
  const t = useText('treasuryOperations')
  const [query] = useQueryParams()
  const [start] = useState<TreasuryEntry>(() => ({
    kind: isKind(query['kind']) ? query['kind'] : 'funding_sent',
    amount: '',
    asset: '',
    coins: '',
    fee: '',
    venue: '',
    fundingId: '',
    suspenseId: '',
    target: 'funding',
    holderId: '',
    reference: '',
    valuedOn: todayIn('UTC', now()),
    proof: '',
  }))
  return useMoneyForm({
    schema: async () =>
      (await import('./treasury-rules.ts')).typedRecord((wrong) => t(`form.wrong.${wrong}`)),
    start,
    problemOf,
    read: async (entry: TreasuryEntry) => {
      const input = inputOf(entry)
      return { input, preview: await call(previewTreasuryOperation, { input, errors: 'none' }) }
    },
  })
}
