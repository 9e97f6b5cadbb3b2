import {
  approveSettlement,
  paySettlement,
  voidSettlement,
} from '@cardamom/contract/settlements/settlement-decisions'
import { formatCents } from '@cardamom/contract/money'
import { readCompany } from '../companies/companies.sql.ts'
import { houseId } from '../companies/company.ts'
import { changesOwnMoney } from '../companies/own-money.ts'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import type { Queries } from '../kernel/queries.ts'
import { readWalletHolder } from '../wallets/wallet-holders.sql.ts'
import { netOf, needsSecondPerson } from './settlement.ts'
import { readSeen } from './settlement-access.ts'
import { readExpected, readLimit } from './settlement-detail.ts'
import { approve, makeVoid } from './settlement-draft.ts'
import { paymentPlan, readPayment } from './settlement-payment.ts'
import { lockSettlement, type SettlementRecord } from './settlements.sql.ts'

/** A settlement that this person sees and may decide: what they or their company are paid, or what is deducted, others decide. */
const mayDecide = async (of: {
  readonly sql: Queries
  readonly me: SessionPrincipal
  readonly params: { readonly id: string }
}) => {
  const { sql, me, params } = of
  const row = await readSeen(sql, me, params.id)
  if (!row) return 'record_not_found' as const
  const { path } = await readCompany(sql, row.companyId)
  return changesOwnMoney(me, { path, ownerId: row.ownerId }) ? ('own_money' as const) : null
}

/** Who drew a draft up may void it, also one about their own money: nothing of it is decided yet (domain §8). */
const isOwnDraft = (
  { drawnUpBy, status }: Pick<SettlementRecord, 'drawnUpBy' | 'status'>,
  me: Pick<SessionPrincipal, 'userId'>,
): boolean => status === 'draft' && drawnUpBy === me.userId

const mayVoid = async (of: Parameters<typeof mayDecide>[0]) => {
  const refusal = await mayDecide(of)
  if (refusal !== 'own_money') return refusal
  const row = await readSeen(of.sql, of.me, of.params.id)
  return row && isOwnDraft(row, of.me) ? null : refusal
}

/** Decisions of people on settlements: approve, pay, void (domain §8). */
export const mountSettlementDecisions = ({ mount, ids, clock }: Kernel): void => {
  mount(
    approveSettlement,
    async ({ sql, me, params, input, approval, ...tx }) => {
      const seen = await readSeen(sql, me, params.id)
      const row = seen && (await lockSettlement(sql, seen.id))
      if (!row) return refused('record_not_found')
      const by = approval?.checkerId ?? me.userId
      if (by === row.ownerId) return refused('own_money')
      const approved = await approve({ sql, ...tx }, row, { by, now: clock.now(), seenNet: input.net })
      return approved.accepted ? accepted({ id: row.id }) : approved
    },
    mayDecide,
    {
      isNeeded: async ({ sql, me, params }) => {
        const row = await readSeen(sql, me, params.id)
        return row !== null && row.drawnUpBy === me.userId && needsSecondPerson(row, await readLimit(sql))
      },
      describe: async ({ sql, me, params }) => {
        const stored = await readSeen(sql, me, params.id)
        if (!stored) return { companyId: houseId, changes: [] }
        const { row, payment, wallet } = await readExpected(sql, stored)
        return {
          companyId: row.companyId,
          version: `${row.status} ${netOf(row)}`,
          changes: [
            { name: 'paidOut', before: null, after: formatCents(payment.paidCents) },
            {
              name: 'balance',
              before: formatCents(wallet.available.before),
              after: formatCents(wallet.available.after),
            },
          ],
        }
      },
    },
  )

  mount(
    paySettlement,
    async ({ sql, me, params }) => {
      const row = await readSeen(sql, me, params.id)
      if (!row) return refused('record_not_found')
      const { status } = row
      if (status !== 'approved') return refused('record_changed')
      const ready = await readPayment(sql, row)
      const holder = await readWalletHolder(sql, row.ownerId)
      const now = clock.now()
      const { payment, standing } = ready
      return accepted({
        plan: paymentPlan({ ...row, status }, ready, {
          ids,
          now,
          by: me.userId,
          companyId: holder?.company.id ?? row.companyId,
          detail: { actor: me.userId },
        }),
        output: { paid: payment.paidCents },
        whenRefused: {
          guard_failed: 'wallet_changed',
          insufficient_funds: 'not_enough_money',
          account_closed: 'wallet_changed',
          replayed: 'record_changed',
        },
        decidesAgainWhen: ['guard_failed'],
        changes: [
          {
            entity: 'settlement',
            entityId: row.id,
            companyId: row.companyId,
            userId: row.ownerKind === 'person' ? row.ownerId : null,
            before: { status, [row.wallet]: standing.availableCents },
            after: { status: 'paid', [row.wallet]: standing.availableCents + payment.paidCents },
          },
        ],
      })
    },
    mayDecide,
  )

  mount(
    voidSettlement,
    async ({ sql, me, params, input: { reason }, ...tx }) => {
      const seen = await readSeen(sql, me, params.id)
      const row = seen && (await lockSettlement(sql, seen.id))
      if (!row) return refused('record_not_found')
      const { path } = await readCompany(sql, row.companyId)
      // Another person may have approved it since it was read.
      if (changesOwnMoney(me, { path, ownerId: row.ownerId }) && !isOwnDraft(row, me))
        return refused('own_money')
      const isVoid = await makeVoid({ sql, ...tx }, row, { by: me.userId, now: clock.now(), reason })
      return isVoid ? accepted({ id: row.id }) : refused('record_changed')
    },
    mayVoid,
  )
}
