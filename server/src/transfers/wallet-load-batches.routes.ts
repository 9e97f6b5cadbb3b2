import {
  batchProblems,
  checkBatchRows,
  createWalletLoadBatch,
  previewWalletLoadBatch,
  stopWalletLoadBatch,
} from '@cardamom/contract/transfers/wallet-load-batches'
import type { InputOf } from '@cardamom/contract/endpoint'
import { formatCents } from '@cardamom/contract/money'
import { listCardsByIds } from '../cards/cards.sql.ts'
import { readCompanies } from '../companies/companies.sql.ts'
import { readNames } from '../identity/users.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import type { Queries } from '../kernel/queries.ts'
import { openWallet } from '../wallets/wallet-holder.ts'
import { readWalletHolder } from '../wallets/wallet-holders.sql.ts'
import { describeReceivers } from './batch-receivers.ts'
import { findNamedCards } from './batch-cards.ts'
import { readSecondPersonLimit } from './transfer-preview.ts'
import { batchPreview } from './wallet-load-batch-preview.ts'
import { decideBatch } from './wallet-load-batch.ts'
import { walletLoadBatchesList, walletLoadBatchRowsList } from './wallet-load-batches.list.ts'
import { endBatch, endRows, insertBatch, lockBatch, readBatch } from './wallet-load-batches.sql.ts'
import { readTransferRate, readWalletLoad } from './wallet-load-decision.ts'
import { describeRefusedLoad } from './wallet-load-plan.ts'

type Problem = (typeof batchProblems)[number]
/** The problem of a row that one transfer is refused with; the sender is known before. */
const problemOf = (code: string): Problem => batchProblems.find((each) => each === code) ?? 'card_unknown'

const mountCheck = ({ mount, clock }: Kernel): void =>
  mount(checkBatchRows, async ({ sql, input: { fromOwnerId, fromWallet, rows } }) => {
    const from = await readWalletHolder(sql, fromOwnerId)
    if (from?.kind !== 'company') return refused('sender_not_found', { field: 'fromOwnerId' })
    const state = openWallet(from, fromWallet)
    if (!state) return refused('sender_wallet_not_found', { field: 'fromOwnerId' })
    const now = clock.now()
    const found = await findNamedCards(sql, rows)
    const holders = found.flatMap((each) => ('card' in each ? [each.card.userId] : []))
    const names = await readNames(sql, [...new Set(holders)])
    const checked = []
    for (const [index, { line, total: amount }] of rows.entries()) {
      const each = found[index] ?? { problem: 'card_unknown' as const }
      if (!('card' in each)) {
        const noCard = { cardId: null, lastDigits: null, holderName: '', fee: null }
        checked.push({ line, ...noCard, problem: each.problem })
        continue
      }
      const { id: cardId, lastDigits, userId } = each.card
      const input = { fromOwnerId, fromWallet, cardId, amount, amountIs: 'total' as const }
      const decided = await readWalletLoad(sql, { input, now })
      const card = { line, cardId, lastDigits, holderName: names.get(userId) ?? '' }
      const [fee, problem] = decided.accepted
        ? [decided.value.feeCents, null]
        : [null, problemOf(decided.code)]
      checked.push({ ...card, fee, problem })
    }
    return accepted({
      secondPersonAbove: await readSecondPersonLimit(sql),
      allowance: state.allowanceCents,
      rows: checked,
    })
  })

const readDecided = async (
  sql: Queries,
  { input, now }: { input: InputOf<typeof previewWalletLoadBatch>; now: Date },
) => {
  const from = await readWalletHolder(sql, input.fromOwnerId)
  const cards = await listCardsByIds(
    sql,
    input.rows.map(({ cardId }) => cardId),
  )
  const companies = await readCompanies(sql, [...new Set(cards.map(({ companyId }) => companyId))])
  const paths = new Map(companies.map(({ id, path }) => [id, path]))
  return decideBatch({
    from,
    wallet: input.fromWallet,
    rows: input.rows,
    pathOf: new Map(cards.map(({ id, companyId }) => [id, paths.get(companyId) ?? []])),
    totalCents: input.total,
    feeCents: input.fee,
    rateHundredthsBp: from ? await readTransferRate(sql, { from, now }) : 0n,
  })
}

const mountPreview = ({ mount, ids }: Kernel): void =>
  mount(previewWalletLoadBatch, async ({ sql, me, input, now }) => {
    const decided = await readDecided(sql, { input, now })
    if (!decided.accepted) return decided
    const limitCents = await readSecondPersonLimit(sql)
    return accepted(batchPreview(decided.value, { me, id: ids.next(), now, limitCents }))
  })

const mountCreation = ({ mount, ids, clock }: Kernel): void =>
  mount(
    createWalletLoadBatch,
    async ({ sql, me, input, approval, emit, enqueue, recordChange }) => {
      const now = clock.now()
      const decided = await readDecided(sql, { input, now })
      if (!decided.accepted) return decided
      const { from, rows } = decided.value
      const id = approval?.id ?? ids.next()
      const companyId = from.id
      const batch = {
        wallet: input.fromWallet,
        rowCount: rows.length,
        totalCents: input.total,
        feeCents: input.fee,
        reason: input.reason,
      }
      await insertBatch(
        sql,
        {
          id,
          companyId,
          ...batch,
          requestedBy: me.userId,
          approvedBy: approval?.checkerId ?? null,
          madeAt: now,
        },
        rows.map(({ line, cardId, total: totalCents, feeCents, note }) => ({
          id: ids.next(),
          batchId: id,
          companyId,
          line,
          cardId,
          totalCents,
          feeCents,
          note,
        })),
      )
      recordChange({ entity: 'wallet_load_batch', entityId: id, companyId, before: null, after: batch })
      emit({ type: 'transfer.batch_created', entityId: id, companyId, userId: null })
      enqueue({ name: 'transfers.run_batch', key: `transfers.run_batch:${id}`, payload: { batchId: id } })
      return accepted({ id })
    },
    {
      isNeeded: async ({ sql, input }) => input.total > (await readSecondPersonLimit(sql)),
      describe: async ({ sql, me, input }) => {
        const decided = await readDecided(sql, { input, now: clock.now() })
        if (!decided.accepted) return describeRefusedLoad(await readWalletHolder(sql, input.fromOwnerId), me)
        const { from, availableCents } = decided.value
        const after = formatCents(availableCents - input.total)
        const receivers = await describeReceivers(sql, input.rows)
        return {
          companyId: from.id,
          changes: [
            { name: 'senderBalance', before: formatCents(availableCents), after },
            { name: 'card', before: null, after: receivers.join('; ') },
          ],
        }
      },
    },
  )

const mountStop = ({ mount, clock }: Kernel): void =>
  mount(
    stopWalletLoadBatch,
    async ({ sql, me, params: { id }, input: { reason: stopReason }, emit, recordChange }) => {
      const batch = await lockBatch(sql, id)
      if (!batch) return refused('record_not_found')
      if (batch.endedAt) return refused('batch_ended')
      const now = clock.now()
      const stopped = await endRows(
        sql,
        { batchId: id, rowId: null },
        { result: 'stopped', refusal: null, now },
      )
      if (stopped === 0) return refused('batch_ended')
      await endBatch(sql, id, { now, stoppedBy: me.userId, stopReason })
      const { companyId } = batch
      recordChange({
        entity: 'wallet_load_batch',
        entityId: id,
        companyId,
        before: { status: 'running' },
        after: { status: 'stopped', stopped },
      })
      emit({ type: 'transfer.batch_ended', entityId: id, companyId, userId: null })
      return accepted({ stopped })
    },
    async ({ sql, params }) => ((await readBatch(sql, params.id)) ? null : 'record_not_found'),
  )

/** Many transfers to cards by one confirmation (domain §7): their check, their rows and results, and how they are stopped. */
export const mountWalletLoadBatches = (kernel: Kernel): void => {
  mountList(kernel, walletLoadBatchesList)
  mountList(kernel, walletLoadBatchRowsList)
  mountCheck(kernel)
  mountPreview(kernel)
  mountCreation(kernel)
  mountStop(kernel)
}
