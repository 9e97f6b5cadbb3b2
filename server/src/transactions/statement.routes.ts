import type { InputOf } from '@cardamom/contract/endpoint'
import { todayIn } from '@cardamom/contract/dates'
import { fetchStatement } from '@cardamom/contract/transactions/statements'
import type { CardRecord } from '../cards/card-record.ts'
import { listCardsOf } from '../cards/cards.sql.ts'
import { readCompany } from '../companies/companies.sql.ts'
import { brandName } from '../companies/company.ts'
import { readTimeZone } from '../identity/time-zones.sql.ts'
import { readUser } from '../identity/users.sql.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import type { Queries } from '../kernel/queries.ts'
import type { FileFacts, FileOut } from '../kernel/downloads.ts'
import { FileChanged, filePages } from '../kernel/file-pages.ts'
import type { Kernel } from '../kernel/module.ts'
import { mailColour } from '../providers/mail/mail-colour.ts'
import { dayBounds } from '../kernel/day-bounds.ts'
import type { TransactionRecord } from './transactions.sql.ts'
import { documentDates, placeText } from './document-text.ts'
import type { StatementHead, StatementLine } from './statement-layout.ts'
import { dollars, heldLine, bookedLine, type LineTexts, type StatementText } from './statement-lines.ts'
import { statementPdf } from './statement-pdf.ts'
import {
  closingCents,
  listHeld,
  listBooked,
  sumStatement,
  type BookedRow,
  type StatementSpan,
  type StatementSums,
} from './statement-rows.sql.ts'

const mostHeld = 200
const mostCards = 200
/** Statements that one copy of the server draws at the same time; each needs a thread. */
const mostAtOnce = 2

type Facts = FileFacts<InputOf<typeof fetchStatement>>
type FileAnswer = Answer<FileOut, 'record_not_found' | 'unavailable'>

/**
 * Yields the lines in their printed order: first the rows that changed the balance, then the held ones. They
 * are read after the sums, so a payment may clear in between. Throws FileChanged where the lines do not add
 * up to the closing balance; the file is then made again.
 */
const linesOf = async function* (
  sql: Queries,
  of: { span: StatementSpan; sums: StatementSums; held: readonly TransactionRecord[]; texts: LineTexts },
): AsyncGenerator<StatementLine[]> {
  const { span, sums, held, texts } = of
  let balanceCents = sums.openingCents
  let booked = 0
  const read = (after: BookedRow | null, limit: number) => listBooked(sql, span, { after, limit })
  for await (const rows of filePages<BookedRow>({ read })) {
    booked += rows.length
    yield rows.map((row) => {
      balanceCents += row.settledCents
      return bookedLine(row, balanceCents, texts)
    })
  }
  if (booked !== sums.booked || balanceCents !== closingCents(sums)) {
    throw new FileChanged('The account changed while its statement was made')
  }
  if (held.length === 0) return
  const total = dollars(held.reduce((sum, row) => sum + row.heldCents, 0n))
  const title = texts.text('statement.heldTitle')
  const below = texts.text('statement.heldTotal', { total })
  yield [{ kind: 'section', title, below }, ...held.map((row) => heldLine(row, texts))]
}

const figuresOf = (sums: StatementSums, text: StatementText) =>
  [
    [text('statement.opening'), dollars(sums.openingCents)],
    [text('statement.came'), dollars(sums.inCents)],
    [text('statement.went'), dollars(sums.outCents)],
    [text('statement.closing'), dollars(closingCents(sums))],
  ] as const

const columnsOf = (text: StatementText): StatementHead['columns'] => ({
  day: text('statement.columns.day'),
  title: text('statement.columns.title'),
  card: text('statement.columns.card'),
  amount: text('statement.columns.amount'),
  balance: text('statement.columns.balance'),
})

type StatementContext = {
  readonly facts: Facts
  readonly text: StatementText
  readonly card: CardRecord | null
  readonly timeZone: string
  readonly today: string
}

/** Reads all data of the statement except its lines. */
const headOf = async (
  { facts: { sql, me, input, lang, now }, text, card, timeZone, today }: StatementContext,
  sums: StatementSums,
  lineCount: number,
): Promise<StatementHead> => {
  const company = await readCompany(sql, me.companyId)
  const user = await readUser(sql, me.userId)
  const { contactEmail } = company
  const { dayOf, timeOf } = documentDates(lang, timeZone)
  const dayText = (date: string) => dayOf(dayBounds(date, timeZone).from)
  const to = dayText(input.to ?? today)
  const from = input.from ? dayText(input.from) : sums.first ? dayOf(sums.first) : null
  const name = brandName(company)
  const cards = card
    ? text('statement.oneCard', { digits: card.lastDigits ?? '' })
    : text('statement.allCards')
  return {
    colour: mailColour(company),
    company: name,
    title: text('statement.title'),
    facts: [
      [text('statement.name'), `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim()],
      [text('statement.cards'), cards],
      [
        text('statement.period'),
        from === null ? text('statement.upTo', { to }) : text('statement.fromTo', { from, to }),
      ],
      [text('statement.made'), text('statement.madeAt', { at: timeOf(now), zone: timeZone })],
      [text('statement.currency'), text('statement.usd')],
    ],
    figures: figuresOf(sums, text),
    columns: columnsOf(text),
    empty: text('statement.empty'),
    foot: contactEmail
      ? text('statement.foot', { company: name, contact: contactEmail })
      : text('statement.footAlone', { company: name }),
    pageOf: text('statement.pageOf', { page: '{page}', pages: '{pages}' }),
    lineCount,
  }
}

/**
 * Mounts the statement: opening balance, every row that changed it, closing balance (ux §2, transactions).
 */
export const mountStatement = ({ mount, downloads, messageOf }: Kernel): void => {
  const make = async (facts: Facts): Promise<FileAnswer> => {
    const { sql, me, input, lang, now } = facts
    const cards = await listCardsOf(sql, { userId: me.userId, limit: mostCards })
    const card = input.cardId ? (cards.find(({ id }) => id === input.cardId) ?? null) : null
    if (input.cardId && !card) return refused('record_not_found')
    const timeZone = await readTimeZone(sql, me)
    const text: StatementText = (key, of) => messageOf(lang, key, of)
    const today = todayIn(timeZone, now)
    const { before } = dayBounds(input.to ?? today, timeZone)
    const from = input.from ? dayBounds(input.from, timeZone).from : null
    const span: StatementSpan = { userId: me.userId, cardId: card?.id ?? null, from, before }
    const sums = await sumStatement(sql, span)
    // Past holds are not stored, so only a statement up to today shows holds.
    const held = (input.to ?? today) >= today ? await listHeld(sql, span, mostHeld) : []
    const lineCount = sums.booked + (held.length === 0 ? 0 : held.length + 1)
    const head = await headOf({ facts, text, card, timeZone, today }, sums, lineCount)
    const digits = new Map(cards.map(({ id, lastDigits }) => [id, lastDigits]))
    const texts: LineTexts = {
      text,
      ...documentDates(lang, timeZone),
      digitsOf: (id) => digits.get(id) ?? null,
      locationOf: (location) => placeText(lang, location),
    }
    const lines = linesOf(sql, { span, sums, held, texts })
    const name = [text('statement.fileName'), input.from, input.to ?? today].filter(Boolean).join('-')
    return accepted({
      name: `${name}.pdf`,
      type: 'application/pdf',
      pieces: statementPdf(new URL('./statement.worker.ts', import.meta.url), { head, lines }),
    })
  }

  const file = downloads.add(fetchStatement, make, mostAtOnce)
  mount(fetchStatement, ({ reply, requestId, ...facts }) =>
    downloads.send(file, { reply, requestId, scope: facts.me.scope, facts }),
  )
}
