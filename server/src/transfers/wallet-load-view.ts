import type { previewWalletLoad } from '@cardamom/contract/transfers/wallet-loads'
import type { OutputOf } from '@cardamom/contract/endpoint'
import { readCardMoney } from '../cards/cards.sql.ts'
import type { Queries } from '../kernel/queries.ts'
import type { ShareReader } from '../companies/share-access.ts'
import { legViews, limitsView, walletChange } from '../wallets/wallet-view.ts'
import { readReceiver } from './receiving-cards.ts'
import type { ReadWalletLoad } from './wallet-load-decision.ts'
import { figuresOfDecided } from './wallet-load-plan.ts'
import { walletLoadCredited, walletLoadReserved } from './wallet-load-postings.ts'

/** The wallet and the card before and after a transfer, and both journals, before anything is confirmed. */
export const walletLoadPreview = async (
  sql: Queries,
  made: ReadWalletLoad,
  of: { readonly me: ShareReader; readonly id: string; readonly now: Date; readonly limitCents: bigint },
): Promise<OutputOf<typeof previewWalletLoad>> => {
  const { from, to, wallet, totalCents, feeCents, netCents, rateHundredthsBp } = made
  const receiver = await readReceiver(sql, to.card.id)
  if (!receiver) throw new Error('A decision is about a card of the scope')
  const { obstacle: _obstacle, ...card } = receiver
  const money = (await readCardMoney(sql, [card.id])).get(card.id)
  const before = money?.availableCents ?? 0n
  const figures = figuresOfDecided(made, of)
  const names = new Map([
    [from.id, from.name],
    [card.id, card.holderName],
  ])
  const isImmediate = wallet === 'immediate'
  return {
    sender: walletChange(of.me, from, { wallet, changeCents: -totalCents }),
    card: { ...card, before, after: before + netCents },
    total: totalCents,
    fee: feeCents,
    net: netCents,
    feePercent: rateHundredthsBp,
    legs: legViews(walletLoadReserved(figures).legs, names),
    creditLegs: legViews(walletLoadCredited(figures).legs, names),
    limits: limitsView(to.limits),
    emergencyLeft: isImmediate ? to.emergencyLeftCents : null,
    arrives: isImmediate ? 'at_once' : 'next_release',
    needsApproval: totalCents > of.limitCents,
  }
}
