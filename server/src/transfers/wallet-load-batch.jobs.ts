import { after } from '../kernel/clock.ts'
import type { JobHandler, Work } from '../kernel/jobs.ts'
import type { Kernel } from '../kernel/module.ts'
import {
  endBatch,
  endRows,
  listWaitingRows,
  lockBatch,
  readBatch,
  rowMade,
  type BatchRecord,
  type BatchRowRecord,
} from './wallet-load-batches.sql.ts'
import { readWalletLoad } from './wallet-load-decision.ts'
import { reservePlan } from './wallet-load-plan.ts'

/** Rows of one turn: other jobs have their turns in between. */
const rowsAtOnce = 20
const mostDecisions = 5
const againMs = 1000

type Row = { readonly batch: BatchRecord; readonly row: BatchRowRecord }
/** `again`: the wallet, the card or its limits changed again and again. */
type Turn = 'ended' | 'no_money' | 'again'

/** Runs the rows of batches one by one, each as a transfer of its own under the id of the row. */
const createRun = ({ clock }: Pick<Kernel, 'clock'>) => {
  const refuse = async (work: Work, { batch, row }: Row, refusal: string): Promise<Turn> => {
    // Rows that come later never get what was refused to an earlier one.
    const isAll = refusal === 'not_enough_money'
    await work.write(async ({ sql, emit }) => {
      const which = { batchId: batch.id, rowId: isAll ? null : row.id }
      await endRows(sql, which, { result: 'refused', refusal, now: clock.now() })
      emit({ type: 'transfer.batch_advanced', entityId: batch.id, companyId: batch.companyId, userId: null })
    })
    return isAll ? 'no_money' : 'ended'
  }

  const decide = (work: Work, { batch, row }: Row, now: Date) =>
    work.read((sql) => {
      const sides = { fromOwnerId: batch.companyId, fromWallet: batch.wallet, cardId: row.cardId }
      return readWalletLoad(sql, { input: { ...sides, amount: row.totalCents, amountIs: 'total' }, now })
    })

  return async (work: Work, of: Row): Promise<Turn> => {
    const { batch, row } = of
    const { requestedBy: userId, approvedBy } = batch
    for (let tries = 0; tries < mostDecisions; tries += 1) {
      const now = clock.now()
      const decided = await decide(work, of, now)
      if (!decided.accepted) return refuse(work, of, decided.code)
      const { use, ...made } = decided.value
      if (made.feeCents !== row.feeCents) return refuse(work, of, 'fee_changed')
      if (!use) return 'again'
      const plan = reservePlan(
        { ...made, use },
        {
          id: row.id,
          reason: row.note ?? batch.reason,
          now,
          me: { userId },
          approval: approvedBy === null ? null : { checkerId: approvedBy },
        },
      )
      const { outcome } = await work.apply({
        ...plan,
        updates: [...(plan.updates ?? []), rowMade(row, now)],
        events: [
          ...(plan.events ?? []),
          { type: 'transfer.batch_advanced', entityId: batch.id, companyId: batch.companyId, userId: null },
        ],
      })
      // Replayed: another worker has made this row, or a stopped server had.
      if (outcome === 'posted' || outcome === 'replayed') return 'ended'
      if (outcome === 'insufficient_funds') return refuse(work, of, 'not_enough_money')
      if (outcome === 'account_closed') return refuse(work, of, 'sender_wallet_not_found')
      if (outcome !== 'guard_failed') throw new Error(`A row of a batch could not be transferred: ${outcome}`)
      if (!(await isWaiting(work, of))) return 'ended'
    }
    return 'again'
  }
}

const isWaiting = (work: Work, { batch, row }: Row): Promise<boolean> =>
  work.read(async (sql) => {
    const [next] = await listWaitingRows(sql, { batchId: batch.id, limit: 1 })
    return next?.id === row.id
  })

/** Registers the job that runs the rows of a batch in the order of its file. */
export const runWalletLoadBatches = (kernel: Pick<Kernel, 'clock' | 'jobs'>): void => {
  const { clock, jobs } = kernel
  const run = createRun(kernel)
  const end = (work: Work, { id, companyId }: BatchRecord) =>
    work.write(async ({ sql, emit }) => {
      const batch = await lockBatch(sql, id)
      if (batch?.endedAt !== null) return
      await endBatch(sql, id, { now: clock.now() })
      emit({ type: 'transfer.batch_ended', entityId: id, companyId, userId: null })
    })
  const runBatch: JobHandler = async ({ payload }, work) => {
    const batchId = String(payload['batchId'])
    const batch = await work.read((sql) => readBatch(sql, batchId))
    if (!batch || batch.endedAt !== null) return
    const rows = await work.read((sql) => listWaitingRows(sql, { batchId, limit: rowsAtOnce }))
    for (const row of rows) {
      const turn = await run(work, { batch, row })
      if (turn === 'again') return { againAt: after(clock.now(), againMs) }
      if (turn === 'no_money') break
    }
    const [next] = await work.read((sql) => listWaitingRows(sql, { batchId, limit: 1 }))
    if (next) return { againAt: clock.now() }
    await end(work, batch)
  }
  jobs.handle('transfers.run_batch', runBatch)
}
