import { readLoadableCard } from '../cards/card-for-load.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Work } from '../kernel/jobs.ts'
import type { Log } from '../kernel/log.ts'
import type { PlanOutcome } from '../kernel/plan.ts'
import { bindLater, listStrayRows } from '../loads/credit-history.sql.ts'
import { countAttempts, originOf, type IssuerTransfer } from '../loads/issuer-transfers.sql.ts'
import type { CreditEndings } from '../loads/load-credit-ending.ts'
import { creditRefusalOf } from '../providers/issuer/credit-refusal.ts'
import { readHolderNames } from '../wallets/wallet-holders.sql.ts'
import { readTransfer, type TransferRecord } from './transfers.sql.ts'
import {
  creditedWalletLoadPlan,
  postponedWalletLoadPlan,
  releasedWalletLoadPlan,
  type WalletLoadStep,
} from './wallet-load-credit-plans.ts'

/** Posted now or earlier with the same key. */
const stands = ({ outcome }: PlanOutcome) => outcome === 'posted' || outcome === 'replayed'

const isUnderWay = (row: TransferRecord | null): row is WalletLoadStep['row'] =>
  row?.status === 'pending' && row.isCrediting

/** The results of the end of a credit at the issuer that a wallet pays for. */
export const createWalletLoadEndings = (deps: { ids: Ids; clock: Clock; log: Log }): CreditEndings => {
  const { ids, clock, log } = deps

  const readFacts = (work: Work, transfer: IssuerTransfer) =>
    work.read(async (sql) => {
      const row = await readTransfer(sql, originOf(transfer))
      const sender = row && { id: row.fromOwnerId, kind: row.fromKind }
      const names = await readHolderNames(sql, sender ? [sender] : [])
      return {
        row,
        card: row && (await readLoadableCard(sql, row.toOwnerId)),
        senderName: names.get(sender?.id ?? '') ?? '',
        attempts: await countAttempts(sql, transfer),
        strays: await listStrayRows(sql, transfer.issuerCardId),
      }
    })

  const finish: CreditEndings['finish'] = async (work, transfer, row) => {
    const { row: load, senderName, attempts, strays } = await readFacts(work, transfer)
    const strayId = strays.find(({ rowId }) => rowId === row?.rowId)?.id ?? null
    const bound = row && { row, strayId }
    if (isUnderWay(load)) {
      const step = { ids, row: load, now: clock.now(), transfer, isWatched: attempts.sent > 1 }
      const outcome = await work.apply(creditedWalletLoadPlan({ ...step, bound, senderName }))
      if (!stands(outcome)) throw new Error(`A credit could not be booked: ${outcome.outcome}`)
      return
    }
    if (bound) await bindLater(work, { ids, transfer, at: clock.now() }, bound)
  }

  const refuse: CreditEndings['refuse'] = async (work, transfer, { code, to }) => {
    const { row, card, attempts } = await readFacts(work, transfer)
    if (!isUnderWay(row)) return
    const step = { ids, row, now: clock.now(), transfer, isWatched: attempts.sent > 0 }
    const meaning = creditRefusalOf(code)
    const waitsForFloat = meaning === 'float'
    const waitsForCard = meaning === 'card' && card?.isPaused === true
    const waits = to === undefined ? waitsForFloat || waitsForCard : to === 'held'
    const plan = waits
      ? postponedWalletLoadPlan({ ...step, refusal: code, waitsForFloat, waitsForCard })
      : releasedWalletLoadPlan({ ...step, refusal: code })
    const outcome = await work.apply(plan)
    if (!stands(outcome)) throw new Error(`A refusal could not be booked: ${outcome.outcome}`)
    if (!waits)
      log.warn('A card got nothing from a wallet, which has its money again', { entityId: row.id, code })
  }
  return { finish, refuse }
}
