import type { getTransfer } from '@cardamom/contract/transfers'
import type { OutputOf } from '@cardamom/contract/endpoint'
import type { Leg } from '../kernel/plan.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import type { Queries } from '../kernel/queries.ts'
import { listWalletCredits } from '../loads/issuer-transfers.sql.ts'
import { legViews } from '../wallets/wallet-view.ts'
import type { TransferRecord } from './transfers.sql.ts'
import { figuresOfRow } from './wallet-load-plan.ts'
import { walletLoadCredited, walletLoadReleased, walletLoadReserved } from './wallet-load-postings.ts'

type Detail = OutputOf<typeof getTransfer>

/** What became of a transfer to a card so far, in order. */
const stepsOf = async (sql: Queries, row: TransferRecord): Promise<Detail['steps']> => {
  const calls = await listWalletCredits(sql, row.id)
  const ended =
    row.endedAt === null
      ? []
      : [
          {
            step: row.status === 'completed' ? ('credited' as const) : ('released' as const),
            at: row.endedAt,
          },
        ]
  return [
    { step: 'reserved', at: row.madeAt },
    ...calls.map(({ startedAt: at }) => ({ step: 'started' as const, at })),
    ...ended,
  ]
}

const journalsOf = (row: TransferRecord): readonly Leg[] => {
  const figures = figuresOfRow(row, row.madeAt)
  const { legs } = walletLoadReserved(figures)
  if (row.status === 'completed') return [...legs, ...walletLoadCredited(figures).legs]
  return row.status === 'cancelled' ? [...legs, ...walletLoadReleased(figures).legs] : legs
}

/** The parts of a transfer's details that only one to a card has. */
export const walletLoadDetail = async (
  sql: Queries,
  {
    row,
    names,
    me,
    seesSender,
  }: {
    row: TransferRecord
    names: ReadonlyMap<string, string>
    me: Pick<SessionPrincipal, 'may'>
    /** Money of others is returned by those who may transfer it. */
    seesSender: boolean
  },
): Promise<Pick<Detail, 'legs' | 'steps' | 'refusal' | 'cancelReason' | 'canCancel'>> => ({
  legs: legViews(journalsOf(row), names),
  steps: await stepsOf(sql, row),
  refusal: row.refusal,
  cancelReason: row.cancelReason,
  canCancel: seesSender && row.status === 'pending' && !row.isCrediting && me.may('transfers.create'),
})
