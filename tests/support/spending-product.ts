import { createCardProduct, type CardProduct } from './card-product.ts'
import { allTenants } from '../../server/src/kernel/database.ts'
import { issuerTransferStarted } from '../../server/src/ledger/issuer-transfer.ts'
import { insertStrayRows, readKnownRowIds, writeForeign } from '../../server/src/loads/credit-history.sql.ts'
import { depositConfirmed, loadAccepted, loadCredited } from '../../server/src/loads/load-postings.ts'

export type LoadedCard = { readonly id: string; readonly companyId: string; readonly userId: string }

/** Binds the card's history so far, so that a load through the product may follow. */
const explainHistory = async (
  { kernel, issuer }: CardProduct,
  card: LoadedCard & { issuerCardId: string },
): Promise<void> => {
  const { ids, clock, write } = kernel
  const { issuerCardId, companyId } = card
  const history = await issuer.issuer.balanceHistory(issuerCardId)
  if (history.outcome !== 'ok') throw new Error(history.outcome)
  await write(allTenants, async ({ sql }) => {
    const transfer = { id: ids.next(), companyId, issuerCardId }
    const known = await readKnownRowIds(sql, issuerCardId)
    const fresh = history.value.filter(({ rowId }) => !known.has(rowId))
    await insertStrayRows(sql, { ids, transfer, at: clock.now() }, fresh)
    for (const { rowId } of fresh) await writeForeign(sql, { issuerCardId, rowId })
  })
}

/** A load of $1.00 per unit without fees, from the transfer to the credit, booked and made at the issuer. */
const loadCard = async (
  product: CardProduct,
  of: { card: LoadedCard & { issuerCardId: string }; netCents: bigint },
): Promise<string> => {
  const { issuer, kernel } = product
  const { ids, clock, apply, write } = kernel
  const { card, netCents } = of
  const [id, depositId] = [ids.next(), ids.next()]
  const owner = { ownerId: card.id, companyId: card.companyId }
  const payer = { ownerId: card.userId, companyId: card.companyId }
  const [asset, effectiveAt, units] = ['USDC@ethereum', clock.now(), netCents * 10_000n]
  const figures = {
    netCents,
    operatorCents: 0n,
    spreadCents: 0n,
    bookValueCents: netCents,
    units,
    shares: [],
  }
  const deposits = [{ id: depositId, units }]
  const transfer = { reference: `load:${id}`, refId: id, attempt: 1, amountCents: netCents, effectiveAt }
  const journals = [
    depositConfirmed({
      id: depositId,
      chain: 'ethereum',
      tx: depositId,
      log: 0,
      asset,
      units,
      payer,
      effectiveAt,
    }),
    loadAccepted({
      id,
      acceptance: 1,
      speed: 'regular',
      card: owner,
      payer,
      asset,
      deposits,
      figures,
      effectiveAt,
    }),
    issuerTransferStarted(transfer),
    loadCredited({
      id,
      acceptance: 1,
      card: owner,
      netCents,
      operatorCents: 0n,
      spreadCents: 0n,
      effectiveAt,
    }),
  ]
  for (const journal of journals) {
    const { outcome } = await apply({ journals: [journal] })
    if (outcome !== 'posted') throw new Error(`${journal.kind}: ${outcome}`)
  }
  const { issuerCardId } = card
  const credited = await issuer.issuer.adjustCredit({ issuerCardId, amountCents: netCents })
  if (credited.outcome !== 'ok') throw new Error(credited.outcome)
  await explainHistory(product, card)
  const amount = String(netCents)
  const amounts = { netCents: amount, grossCents: amount, feeCents: '0' }
  const payload = { ref: id, cardId: card.id, speed: 'regular', ...amounts } as const
  await write(allTenants, async ({ emit }) =>
    emit({ type: 'load.credited', entityId: id, ...ownersOf(card), payload }),
  )
  return id
}
const ownersOf = ({ companyId, userId }: LoadedCard) => ({ companyId, userId })

/** The same server, with loads on its cards. `env` replaces settings, such as the address of a real chain. */
export const createSpendingProduct = async (env: Readonly<Record<string, string>> = {}) => {
  const product = await createCardProduct(env)
  return {
    ...product,
    load: (card: LoadedCard & { issuerCardId: string }, netCents: bigint) =>
      loadCard(product, { card, netCents }),
  }
}

export type SpendingProduct = Awaited<ReturnType<typeof createSpendingProduct>>
