import { createTopUp, getTopUp, previewTopUp } from '@cardamom/contract/deposits'
import { readBusinessCalendar } from '../calendar/business-calendar.sql.ts'
import { houseId } from '../companies/company.ts'
import { changesOwnMoney } from '../companies/own-money.ts'
import { accepted, refused, type RefusedAnswer } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import type { Queries } from '../kernel/queries.ts'
import type { LoadsNeeds } from '../loads/load-needs.ts'
import { readSetting } from '../settings/settings.sql.ts'
import { readWalletHolder } from '../wallets/wallet-holders.sql.ts'
import { mountCoinDeposits } from './coin-deposits.routes.ts'
import { createDepositRequestsList } from './deposit-requests.list.ts'
import { createMaturity } from './maturity.jobs.ts'
import { mountProofs } from './proofs.routes.ts'
import { readDecision } from './top-up-decision.ts'
import { mountTopUpEndings } from './top-up-endings.routes.ts'
import { describeTopUp, topUpChanges, topUpPlan } from './top-up-plan.ts'
import { depositStepUps } from './top-up-step-up.ts'
import { isValueDate } from '../treasury/value-date.ts'
import { topUpTimes } from './top-up.ts'
import { readPreview, readTopUpDetail } from './top-up-view.ts'
import { topUpsList } from './top-ups.list.ts'
import { readProof, readTopUp, readWireOf } from './top-ups.sql.ts'

/** Above this amount a second person approves a wire (domain §7). */
const readLimit = (sql: Queries): Promise<bigint> => readSetting(sql, 'secondPersonWire')

/** A wire is entered once. Who sees the first one is told which it is. */
const usedReference = async (sql: Queries, id: string): Promise<RefusedAnswer<'bank_reference_used'>> => {
  const first = await readTopUp(sql, id)
  return refused('bank_reference_used', {
    field: 'bankReference',
    ...(first ? { data: { id, ref: first.ref } } : {}),
  })
}

/** The company of a request, as far as the maker sees it. */
const companyOf = async (sql: Queries, companyId: string): Promise<string> =>
  (await readWalletHolder(sql, companyId))?.company.id ?? houseId

/** Top-ups of companies by bank wire (domain §7): entered with a proof, above a limit by two people. */
export const depositsModule = (kernel: Kernel, needs: LoadsNeeds) => {
  const { mount, ids, clock } = kernel
  mountList(kernel, topUpsList)
  mountList(kernel, createDepositRequestsList(kernel.encryption))
  mountProofs(kernel)
  mountTopUpEndings(kernel)
  mountCoinDeposits(kernel, needs)
  kernel.jobs.recurring('deposits.mature', createMaturity(kernel))

  mount(getTopUp, async ({ sql, me, params }) => {
    const row = await readTopUp(sql, params.id)
    return row ? accepted(await readTopUpDetail(sql, { row, me })) : refused('record_not_found')
  })

  mount(previewTopUp, async ({ sql, me, input, now }) => {
    const decided = await readDecision(sql, { input, now })
    if (!decided.accepted) return decided
    const times = topUpTimes(input.wallet, now, await readBusinessCalendar(sql))
    const limitCents = await readLimit(sql)
    return accepted(await readPreview(sql, decided.value, { me, id: ids.next(), now, times, limitCents }))
  })

  mount(
    createTopUp,
    async ({ sql, me, input, approval }) => {
      const now = clock.now()
      const { bankReference, valuedOn, proofId, reason } = input
      // The wires are counted before anything else is read, so a plan that finds this number again has seen all.
      const wire = await readWireOf(sql, bankReference)
      if (wire.topUpId !== null) return usedReference(sql, wire.topUpId)
      const decided = await readDecision(sql, { input, now })
      if (!decided.accepted) return decided
      const made = decided.value
      if (changesOwnMoney(me, made.holder.company)) return refused('own_money')
      if (made.feeCents !== input.fee) return refused('fee_changed', { field: 'gross' })
      if (!isValueDate(valuedOn, now)) return refused('value_date_wrong', { field: 'valuedOn' })
      const proof = await readProof(sql, proofId)
      if (!proof || proof.topUpId !== null || proof.uploadedBy !== me.userId)
        return refused('proof_not_found', { field: 'proofId' })
      const times = topUpTimes(made.wallet, now, await readBusinessCalendar(sql))
      const id = approval?.id ?? ids.next()
      const entered = { bankReference, valuedOn, proofId, reason }
      return accepted({
        plan: topUpPlan(made, { id, me, approval, ids, now, wireSeq: wire.seq, times, entered }),
        output: { id },
        whenRefused: {
          guard_failed: 'wallet_changed',
          insufficient_funds: 'wallet_changed',
          account_closed: 'wallet_not_found',
          replayed: 'topup_made',
        },
        decidesAgainWhen: ['guard_failed'],
        changes: topUpChanges(made),
      })
    },
    {
      isNeeded: async ({ sql, input }) => input.gross > (await readLimit(sql)),
      describe: async ({ sql, input }) => {
        const decided = await readDecision(sql, { input, now: clock.now() })
        if (decided.accepted) return describeTopUp(decided.value)
        return { companyId: await companyOf(sql, input.companyId), changes: [] }
      },
    },
  )
  return { stepUps: depositStepUps }
}
