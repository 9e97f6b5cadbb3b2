import { listCardsAtIssuer } from '../cards/cards.sql.ts'
import type { CardRecord } from '../cards/card-record.ts'
import { followIssuer } from '../cards/issuer-view.ts'
import { after, type Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import { isAnyJobWaiting } from '../kernel/job-rows.sql.ts'
import type { RecurringJobHandler, Work } from '../kernel/jobs.ts'
import { checkIssuer, type IssuerFigures } from '../ledger/invariants.ts'
import type { IssuerAccount, IssuerCard, IssuerPort } from '../providers/issuer/port.ts'
import { endOtherFindings, recordFinding } from './findings.sql.ts'

const everyMs = 3_600_000
const againSoonMs = 60_000
const mostPages = 10_000

type Deps = { readonly issuer: IssuerPort; readonly ids: Ids; readonly clock: Clock }
type Reading = { readonly account: IssuerAccount; readonly cards: readonly IssuerCard[] }

const readAllCards = async (issuer: IssuerPort): Promise<IssuerCard[] | null> => {
  const cards: IssuerCard[] = []
  for (let page = 1; page <= mostPages; page += 1) {
    const read = await issuer.listCards({ page })
    if (read.outcome !== 'ok') return null
    cards.push(...read.value.cards)
    if (!read.value.hasMore) break
  }
  return cards
}

const sameAccount = (one: IssuerAccount, other: IssuerAccount) =>
  one.availableCents === other.availableCents && one.unallocatedCents === other.unallocatedCents

/**
 * One reading of the issuer during which the account did not change; null: it changed, or the issuer did not
 * answer.
 */
const readUnchanged = async (issuer: IssuerPort): Promise<Reading | null> => {
  const before = await issuer.readAccount()
  const cards = before.outcome === 'ok' ? await readAllCards(issuer) : null
  const account = cards ? await issuer.readAccount() : before
  if (before.outcome !== 'ok' || account.outcome !== 'ok' || !cards) return null
  return sameAccount(before.value, account.value) ? { account: account.value, cards } : null
}

/** While these jobs have something to book, the two sides differ for a moment. */
const bookingJobs = ['transactions.payment', 'treasury.account_changed', 'loads.credit']

const figuresOf = ({ account, cards }: Reading, ours: ReadonlyMap<string, CardRecord>): IssuerFigures => ({
  availableBalanceCents: account.availableCents,
  availableToAllocateCents: account.unallocatedCents,
  // A card that we do not know has the issuer's id.
  cards: cards.map((card) => ({
    cardId: ours.get(card.issuerCardId)?.id ?? card.issuerCardId,
    availableCreditCents: card.availableCents,
  })),
})

/** Cards whose state at the issuer ours should follow, because a webhook was lost. */
const strayed = (cards: readonly IssuerCard[], ours: ReadonlyMap<string, CardRecord>) =>
  cards.filter((theirs) => {
    const card = ours.get(theirs.issuerCardId)
    if (!card || card.status === 'pending') return false
    return followIssuer({ status: card.status, blockReason: card.blockReason }, theirs) !== null
  })

/**
 * Compares our book with the issuer's figures: R1 to R4 of money §5, and the states of cards. A difference is
 * suspected at first, open when the next check finds it again, and gone when a check no longer finds it.
 */
export const createReconciliation = ({ issuer, ids, clock }: Deps): RecurringJobHandler => {
  const check = (work: Work, reading: Reading) =>
    work.write(async ({ sql, emit, enqueue }) => {
      const known = await listCardsAtIssuer(
        sql,
        reading.cards.map(({ issuerCardId }) => issuerCardId),
      )
      const ours = new Map(known.map((card) => [card.issuerCardId ?? '', card]))
      const found = await checkIssuer(sql, figuresOf(reading, ours))
      const at = clock.now()
      for (const finding of found) {
        const companyId = known.find(({ id }) => id === finding.subject)?.companyId ?? null
        const entityId = await recordFinding(sql, { id: ids.next(), companyId, finding, at })
        if (!entityId) continue
        const payload = { invariant: finding.check, subject: finding.subject }
        emit({
          type: 'reconciliation.mismatch_found',
          entityId,
          companyId,
          userId: null,
          payload,
        })
      }
      await endOtherFindings(sql, { found, at })
      for (const { issuerCardId } of strayed(reading.cards, ours)) {
        enqueue({ name: 'cards.refresh', payload: { issuerCardId } })
      }
      return found.length
    })

  return async (_job, work) => {
    const reading = await readUnchanged(issuer)
    const isBusy = await work.read((sql) => isAnyJobWaiting(sql, bookingJobs))
    if (!reading || isBusy) return { againAt: after(clock.now(), againSoonMs) }
    const differences = await check(work, reading)
    return { againAt: after(clock.now(), differences > 0 ? againSoonMs : everyMs) }
  }
}
