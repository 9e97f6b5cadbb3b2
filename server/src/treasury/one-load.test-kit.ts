import { after } from '../kernel/clock.ts'
import type { TestLedger } from '../ledger/ledger.test-kit.ts'
import { issuerTransferStarted } from '../ledger/issuer-transfer.ts'
import { depositConfirmed, loadAccepted, loadCredited } from '../loads/load-postings.ts'
import { issuerFunded } from './treasury-postings.ts'

const dayMs = 86_400_000

/** The participants of the one load of a small book. */
export type OneLoad = {
  readonly asset: string
  readonly acceptedAt: Date
  readonly creditedAt: Date
  readonly card: { readonly ownerId: string; readonly companyId: string }
  readonly andes: { readonly ownerId: string; readonly companyId: string }
  readonly norte: { readonly ownerId: string; readonly companyId: string }
}

/**
 * Posts five journals: a float of 50.00 without a wire, and 1,100 units, of which 1,000 load a card with
 * 9.70. Norte earns 0.13, Andes 0.07, the operator 0.10 and a gain of 0.03. The load was accepted three days
 * ago and credited two days ago.
 */
export const postOneLoad = async (ledger: TestLedger): Promise<OneLoad> => {
  const id = () => ledger.ids.next()
  const own = (ownerId: string) => ({ ownerId, companyId: ownerId })
  const asset = 'USDC@1'
  const [andes, norte] = [own(id()), own(id())]
  const card = { ownerId: id(), companyId: andes.ownerId }
  const payer = { ownerId: id(), companyId: andes.ownerId }
  const acceptedAt = after(ledger.clock.now(), -3 * dayMs)
  const creditedAt = after(acceptedAt, dayMs)
  const [loadId, depositId] = [id(), id()]
  const chainPosition = { chain: '1', tx: '0xa', log: 0, asset }
  const event = { eventId: id(), recordId: id(), fundingId: null }
  const figures = {
    netCents: 970n,
    operatorCents: 10n,
    spreadCents: 3n,
    bookValueCents: 1_003n,
    units: 1_000n,
    shares: [
      { ...norte, amountCents: 13n },
      { ...andes, amountCents: 7n },
    ],
  }
  const deposits = [{ id: depositId, units: 1_000n }]
  const accepted = {
    id: loadId,
    acceptance: 1,
    speed: 'regular' as const,
    card,
    payer,
    asset,
    deposits,
    figures,
  }
  const transfer = { reference: `load:${loadId}`, refId: loadId, attempt: 1, amountCents: 970n }
  const outcomes = []
  for (const journal of [
    issuerFunded({ ...event, amountCents: 5_000n, effectiveAt: acceptedAt }),
    depositConfirmed({ id: depositId, ...chainPosition, units: 1_100n, payer, effectiveAt: acceptedAt }),
    loadAccepted({ ...accepted, effectiveAt: acceptedAt }),
    issuerTransferStarted({ ...transfer, effectiveAt: creditedAt }),
    loadCredited({
      acceptance: 1,
      id: loadId,
      card,
      netCents: 970n,
      operatorCents: 10n,
      spreadCents: 3n,
      effectiveAt: creditedAt,
    }),
  ]) {
    outcomes.push((await ledger.post(journal)).outcome)
  }
  if (outcomes.some((outcome) => outcome !== 'posted')) throw new Error(`Not posted: ${outcomes.join(', ')}`)
  return { asset, acceptedAt, creditedAt, card, andes, norte }
}
