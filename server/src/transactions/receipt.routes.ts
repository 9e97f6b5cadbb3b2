import type { InputOf } from '@cardamom/contract/endpoint'
import { todayIn } from '@cardamom/contract/dates'
import { fetchReceipt } from '@cardamom/contract/transactions/statements'
import { findCard } from '../cards/cards.sql.ts'
import { readCompany } from '../companies/companies.sql.ts'
import { brandName } from '../companies/company.ts'
import { readTimeZone } from '../identity/time-zones.sql.ts'
import { readUser } from '../identity/users.sql.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import type { FileFacts, FileOut } from '../kernel/downloads.ts'
import type { Kernel } from '../kernel/module.ts'
import { mailColour } from '../providers/mail/mail-colour.ts'
import { readPaymentFees } from './payment-fees.sql.ts'
import { documentDates, placeText } from './document-text.ts'
import { drawReceipt } from './receipt-draw.ts'
import { receiptFacts, receiptTitle, type ReceiptTexts } from './receipt-facts.ts'
import { dollars, type StatementText } from './statement-lines.ts'
import { readCardsNow, rowView } from './transaction-view.ts'
import { findRow } from './transactions.sql.ts'

type Facts = FileFacts<InputOf<typeof fetchReceipt>>
type FileAnswer = Answer<FileOut, 'record_not_found' | 'unavailable'>

/** Mounts the receipt of one row: a PDF with the facts of the row's page. */
export const mountReceipt = ({ mount, downloads, messageOf }: Kernel): void => {
  const make = async ({ sql, me, input, lang, now }: Facts): Promise<FileAnswer> => {
    const record = await findRow(sql, input.transactionId)
    const card = record && (await findCard(sql, record.cardId))
    if (record?.userId !== me.userId || !card) return refused('record_not_found')
    const company = await readCompany(sql, me.companyId)
    const user = await readUser(sql, me.userId)
    const fees = await readPaymentFees(sql, [record])
    const row = rowView(record, await readCardsNow(sql, [record], now), fees.get(record.id))
    const text: StatementText = (key, of) => messageOf(lang, key, of)
    const timeZone = input.timeZone ?? (await readTimeZone(sql, me))
    const { zonedOf } = documentDates(lang, timeZone)
    const texts: ReceiptTexts = { text, zonedOf, locationOf: (shop) => placeText(lang, shop) }
    const holder = `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim()
    const { authorisationCode } = record
    const name = brandName(company)
    const { contactEmail: contact } = company
    const receipt = {
      colour: mailColour(company),
      company: name,
      title: text('statement.receipt.title'),
      about: receiptTitle(row, text),
      amount: dollars(row.total),
      facts: receiptFacts({ row, holder, card, authorisationCode }, texts),
      made: text('statement.receipt.made', { at: zonedOf(now), zone: timeZone }),
      foot: contact
        ? text('statement.foot', { company: name, contact })
        : text('statement.footAlone', { company: name }),
    }
    const day = todayIn(timeZone, row.authorisedAt ?? row.at)
    const pieces = async function* () {
      yield await drawReceipt(receipt)
    }
    const fileName = `${text('statement.receipt.fileName')}-${day}.pdf`
    return accepted({ name: fileName, type: 'application/pdf', pieces: pieces() })
  }

  const file = downloads.add(fetchReceipt, make)
  mount(fetchReceipt, ({ reply, requestId, ...facts }) =>
    downloads.send(file, { reply, requestId, scope: facts.me.scope, facts }),
  )
}
