import type { getTransfer } from '@cardamom/contract/transfers'
import type { OutputOf } from '@cardamom/contract/endpoint'
import { readCompany } from '../companies/companies.sql.ts'
import type { Queries } from '../kernel/queries.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import { readWalletSteps, type WalletStep } from '../ledger/journal-wallets.sql.ts'
import { availableOf, type WalletHolder } from '../wallets/wallet-holder.ts'
import { readWalletHolder } from '../wallets/wallet-holders.sql.ts'
import { holderView, legViews } from '../wallets/wallet-view.ts'
import { isReturnable } from './transfer-status.ts'
import { transferMade } from './transfer-postings.ts'
import { receiverOf, transferRef, transferViews } from './transfers.list.ts'
import { readReversalOf, type TransferRecord } from './transfers.sql.ts'
import { walletLoadDetail } from './wallet-load-detail.ts'

type Detail = OutputOf<typeof getTransfer>
type Side = Detail['sender']

/** A side that is out of the reader's scope now: its name, and nothing of its money. */
const unseen = async (
  sql: Queries,
  of: { id: string; kind: WalletHolder['kind']; name: string; companyId: string },
): Promise<Side> => {
  const company = await readCompany(sql, of.kind === 'company' ? of.id : of.companyId)
  const holder = holderView({ ...of, email: null, company, wallets: null })
  return { holder, before: null, after: null }
}

const seen = (holder: WalletHolder, step: WalletStep | undefined): Side => ({
  holder: holderView(holder),
  before: step?.beforeCents ?? null,
  after: step?.afterCents ?? null,
})

/** The journal of a transfer, written again from its row. */
const legsOf = (row: TransferRecord, names: ReadonlyMap<string, string>): Detail['legs'] => {
  const account = (id: string) => ({ id, company: { id: row.companyId } as WalletHolder['company'] })
  const { legs } = transferMade({
    id: row.id,
    from: account(row.fromOwnerId),
    to: account(row.toOwnerId),
    wallet: row.wallet,
    totalCents: row.totalCents,
    feeCents: row.feeCents,
    usesAllowance: true,
    effectiveAt: row.madeAt,
  })
  return legViews(legs, names)
}

const notToCard = { steps: [], refusal: null, cancelReason: null, canCancel: false }

/** A transfer with both wallets as it changed them, as far as the reader sees these wallets. */
export const readTransferDetail = async (
  sql: Queries,
  { row, me }: { row: TransferRecord; me: Pick<SessionPrincipal, 'may'> },
): Promise<Detail> => {
  const [view] = await transferViews(sql, [row])
  if (!view) throw new Error('A transfer has no row')
  const from = await readWalletHolder(sql, row.fromOwnerId)
  const whose = receiverOf(row)
  const to = await readWalletHolder(sql, whose.id)
  const account = availableOf({ id: row.fromOwnerId, company: { id: row.companyId } as never }, row.wallet)
  const owners = [from, to].flatMap((each) => each?.id ?? [])
  const steps = await readWalletSteps(sql, { account, seq: row.fromSeq, wallet: row.wallet, owners })
  const side = (holder: WalletHolder | null, of: { id: string; kind: WalletHolder['kind']; name: string }) =>
    holder
      ? Promise.resolve(seen(holder, steps.get(holder.id)))
      : unseen(sql, { ...of, companyId: row.companyId })
  const sender = await side(from, { id: row.fromOwnerId, kind: row.fromKind, name: view.senderName })
  const receiver = await side(to, { ...whose, name: view.receiverName })
  const reversedBy = row.status === 'reversed' ? await readReversalOf(sql, row.id) : null
  const named = (id: string) => ({ id, ref: transferRef(id) })
  const names = new Map([
    [row.fromOwnerId, view.senderName],
    [row.toOwnerId, view.receiverName],
  ])
  return {
    ...view,
    sender,
    receiver,
    ...(row.kind === 'card_load'
      ? await walletLoadDetail(sql, { row, names, me, seesSender: from !== null })
      : { legs: legsOf(row, names), ...notToCard }),
    reversalOf: row.reversalOf === null ? null : named(row.reversalOf),
    reversedBy: reversedBy && named(reversedBy.id),
    // Only who sees both wallets may return it.
    canReverse: isReturnable(row) && from !== null && to !== null && me.may('transfers.create'),
  }
}
