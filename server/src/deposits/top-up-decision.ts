import { readCompanies } from '../companies/companies.sql.ts'
import { readFeeSchedule } from '../fees/fee-schedules.sql.ts'
import type { Answer } from '../kernel/answer.ts'
import type { Queries } from '../kernel/queries.ts'
import { readOperationLimits } from '../wallets/operation-limits.ts'
import type { WalletType } from '../wallets/wallet-holder.ts'
import { readWalletHolder } from '../wallets/wallet-holders.sql.ts'
import { limitCategories } from './coin-terms.ts'
import { decideTopUp, type PricedTopUp, type TopUpRefusal } from './top-up.ts'
import { readToppedUpSince } from './top-ups.sql.ts'

export type TopUpInput = {
  readonly companyId: string
  readonly wallet: WalletType
  readonly gross: bigint
}

const noRates = [0n, 0n, 0n, 0n, 0n] as const

/** Reads what a top-up depends on, in the scope of the one who enters it, and decides. */
export const readDecision = async (
  sql: Queries,
  { input, now }: { input: TopUpInput; now: Date },
): Promise<Answer<PricedTopUp, TopUpRefusal>> => {
  const { companyId, wallet, gross: grossCents } = input
  const holder = await readWalletHolder(sql, companyId)
  if (holder?.kind !== 'company')
    return decideTopUp({ holder: null, path: [], wallet, grossCents, rates: noRates, limits: null })
  const path = await readCompanies(sql, holder.company.path)
  const schedule = await readFeeSchedule(sql, { companyId, at: now })
  const limits = await readOperationLimits(sql, {
    holder,
    category: limitCategories[wallet],
    now,
    usedSince: (since) => readToppedUpSince(sql, { companyId, wallet, since }),
  })
  return decideTopUp({ holder, path, wallet, grossCents, rates: schedule[wallet], limits })
}
