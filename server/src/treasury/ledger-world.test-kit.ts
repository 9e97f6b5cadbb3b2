import type { Journal, PlanOutcome } from '../kernel/plan.ts'
import type { IssuerFigures } from '../ledger/exact-invariants.test-kit.ts'
import { issuerTransferRefused, issuerTransferStarted } from '../ledger/issuer-transfer.ts'
import type { TestLedger } from '../ledger/ledger.test-kit.ts'
import { createPaperBook } from '../ledger/paper-book.test-kit.ts'
import { depositConfirmed, loadAccepted, loadCredited, type LoadSpeed } from '../loads/load-postings.ts'
import { cardFeedJournal, cardFeedState, nothingFed, type CardFeedEvent } from '../transactions/card-feed.ts'
import { issuerFeeCharged, issuerFunded } from './treasury-postings.ts'

export type Step =
  | { readonly do: 'fund'; readonly amountCents: bigint }
  | { readonly do: 'fee'; readonly amountCents: bigint }
  | {
      readonly do: 'load'
      readonly grossCents: bigint
      readonly spreadCents: bigint
      readonly speed: LoadSpeed
    }
  | { readonly do: 'start' | 'credit' | 'refuse'; readonly pick: number }
  | { readonly do: 'replay'; readonly pick: number }
  | { readonly do: 'bend'; readonly pick: number }
  | { readonly do: 'card'; readonly pick: number; readonly event: Omit<CardFeedEvent, 'id'> }
  | { readonly do: 'crash'; readonly callers: number; readonly amountCents: bigint }

type Load = {
  readonly id: string
  readonly card: { readonly ownerId: string; readonly companyId: string }
  readonly netCents: bigint
  readonly operatorCents: bigint
  readonly spreadCents: bigint
  attempt: number
  state: 'accepted' | 'crediting' | 'credited'
}

const asset = 'USDC@1'
const effectiveAt = new Date('2026-11-20T15:00:00Z')

/**
 * A small model of the product: an issuer with its own figures, cards, loads and a feed, driven step by step
 * over a real ledger. A paper book follows the posted journals.
 */
export const createLedgerWorld = (ledger: TestLedger) => {
  const paper = createPaperBook()
  const company = ledger.ids.next()
  const own = () => ({ ownerId: ledger.ids.next(), companyId: company })
  const cards = [own(), own(), own()]
  const partners = [own(), own()]
  const credit = new Map(cards.map(({ ownerId }) => [ownerId, 0n]))
  let unallocated = 0n
  const loads: Load[] = []
  const feeds = new Map<string, CardFeedEvent[]>()
  const posted: Journal[] = []
  const surprises: string[] = []

  const post = async (...journals: Journal[]): Promise<PlanOutcome> => {
    const outcome = await ledger.post(...journals)
    if (outcome.outcome === 'posted') {
      paper.post(...journals)
      posted.push(...journals)
    }
    return outcome
  }
  const expectOutcome = async (wanted: string, ...journals: Journal[]) => {
    const outcome = await post(...journals)
    if (outcome.outcome !== wanted) surprises.push(`${journals[0]?.key}: ${outcome.outcome}, not ${wanted}`)
    return outcome.outcome === wanted
  }
  const eventFacts = () => ({ eventId: ledger.ids.next(), recordId: ledger.ids.next(), effectiveAt })
  const funded = (amountCents: bigint) => issuerFunded({ ...eventFacts(), fundingId: null, amountCents })

  const load = async (step: Extract<Step, { do: 'load' }>) => {
    const [id, depositId] = [ledger.ids.next(), ledger.ids.next()]
    const card = cards[loads.length % cards.length]!
    const payer = own()
    const { grossCents, spreadCents } = step
    const feeCents = grossCents / 30n
    const shareCents = feeCents / 4n
    const shares = partners.map((partner) => ({ ...partner, amountCents: shareCents }))
    const operatorCents = feeCents - 2n * shareCents
    const netCents = grossCents - feeCents
    const units = grossCents * 10_000n
    const deposit = { id: depositId, chain: '1', tx: depositId, log: 0, asset, units, payer, effectiveAt }
    const bookValueCents = grossCents + spreadCents
    const figures = { netCents, operatorCents, spreadCents, bookValueCents, units, shares }
    const deposits = [{ id: depositId, units }]
    const accepted = {
      id,
      acceptance: 1,
      speed: step.speed,
      card,
      payer,
      asset,
      deposits,
      figures,
      effectiveAt,
    }
    await expectOutcome('posted', depositConfirmed(deposit), loadAccepted(accepted))
    loads.push({ id, card, netCents, operatorCents, spreadCents, attempt: 1, state: 'accepted' })
  }
  const transferOf = (each: Load) => ({
    reference: `load:${each.id}`,
    refId: each.id,
    attempt: each.attempt,
    amountCents: each.netCents,
    effectiveAt,
  })
  const inState = (state: Load['state'], pick: number): Load | undefined => {
    const found = loads.filter((each) => each.state === state)
    return found[pick % Math.max(found.length, 1)]
  }
  const start = async (each: Load) => {
    const float = paper.natural({ code: 'issuer.unallocated' })
    const wanted = float >= each.netCents ? 'posted' : 'insufficient_funds'
    if ((await expectOutcome(wanted, issuerTransferStarted(transferOf(each)))) && wanted === 'posted')
      each.state = 'crediting'
  }
  const finish = async (each: Load) => {
    credit.set(each.card.ownerId, (credit.get(each.card.ownerId) ?? 0n) + each.netCents)
    unallocated -= each.netCents
    await expectOutcome('posted', loadCredited({ ...each, acceptance: 1, effectiveAt }))
    each.state = 'credited'
  }
  const refuse = async (each: Load) => {
    await expectOutcome('posted', issuerTransferRefused(transferOf(each)))
    each.state = 'accepted'
    each.attempt += 1
  }
  const feed = async ({ pick, event }: Extract<Step, { do: 'card' }>) => {
    const card = cards[pick % cards.length]!
    const transactionId = `${card.ownerId}-${pick % 7}`
    const seen = feeds.get(transactionId) ?? []
    const before = seen.length === 0 ? nothingFed : cardFeedState(seen)
    const next = { ...event, id: ledger.ids.next() }
    feeds.set(transactionId, [...seen, next])
    const after = cardFeedState([...seen, next])
    const change = after.floatingCents + after.settledCents - before.floatingCents - before.settledCents
    credit.set(card.ownerId, (credit.get(card.ownerId) ?? 0n) - change)
    const subject = ledger.ids.next()
    const journal = cardFeedJournal({ event: next, before, after, card, transactionId: subject, effectiveAt })
    if (journal) await expectOutcome('posted', journal)
  }
  /** Ends every connection of the poster while callers wait. Each caller must still get its effect once. */
  const crash = async ({ callers, amountCents }: Extract<Step, { do: 'crash' }>) => {
    const waiting = Array.from({ length: callers }, () => expectOutcome('posted', funded(amountCents)))
    await ledger.endConnections()
    await Promise.all(waiting)
    unallocated += BigInt(callers) * amountCents
  }
  const again = async (pick: number, bent: boolean) => {
    const journal = posted[pick % Math.max(posted.length, 1)]
    if (!journal) return
    if (bent) await expectOutcome('idempotency_conflict', { ...journal, command: `${journal.command} bent` })
    else {
      // A replay may compute other legs than the first request; the first answer is returned.
      const legs = journal.legs.map((leg) => ({ ...leg, amount: leg.amount * 2n }))
      await expectOutcome('replayed', { ...journal, legs })
    }
  }

  return {
    paper,
    surprises,
    codes: () => new Set(posted.flatMap(({ legs }) => legs.map(({ account }) => account.code))),
    issuer: (): IssuerFigures => ({
      cards: [...credit].map(([cardId, availableCreditCents]) => ({ cardId, availableCreditCents })),
      availableBalanceCents: unallocated + [...credit.values()].reduce((sum, each) => sum + each, 0n),
      availableToAllocateCents: unallocated,
    }),
    step: async (step: Step): Promise<void> => {
      if (step.do === 'fund') {
        unallocated += step.amountCents
        await expectOutcome('posted', funded(step.amountCents))
      } else if (step.do === 'fee') {
        unallocated -= step.amountCents
        await expectOutcome('posted', issuerFeeCharged({ ...eventFacts(), amountCents: step.amountCents }))
      } else if (step.do === 'load') await load(step)
      else if (step.do === 'card') await feed(step)
      else if (step.do === 'crash') await crash(step)
      else if (step.do === 'replay' || step.do === 'bend') await again(step.pick, step.do === 'bend')
      else {
        const each = inState(step.do === 'start' ? 'accepted' : 'crediting', step.pick)
        if (each) await { start, credit: finish, refuse }[step.do](each)
      }
    },
  }
}
