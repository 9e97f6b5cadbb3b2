import { brandName, type Company } from '../companies/company.ts'
import { csvPieces, type CsvColumn } from '../kernel/csv.ts'
import type { Language } from '../kernel/principal.ts'
import { mailColour } from '../providers/mail/mail-colour.ts'
import { documentDates } from '../transactions/document-text.ts'
import { dollars, type StatementText } from '../transactions/statement-lines.ts'
import { statementPdf } from '../transactions/statement-pdf.ts'
import type { SettlementSheetHead, SettlementSheetLine } from './settlement-file-draw.ts'
import { endItems, headItems, shareItem, type FileItem } from './settlement-file-items.ts'
import type { SettlementFile } from './settlement-file.ts'

export type SheetFile = {
  readonly file: SettlementFile
  readonly company: Company
  readonly now: Date
  readonly lang: Language
  readonly text: StatementText
}

const names = [
  'what',
  'reference',
  'at',
  'gross',
  'rates',
  'part',
  'earned',
  'undone',
  'amount',
  'note',
] as const
const columns: CsvColumn<FileItem>[] = names.map((name) => ({ name, cell: (item) => item[name] }))

const itemsOf = async function* ({ file, text }: SheetFile): AsyncGenerator<FileItem[]> {
  yield headItems(file, text)
  for await (const page of file.shares) yield page.map((share) => shareItem(share, text))
  yield endItems(file, text)
}

/** The settlement as CSV: facts, every share, other lines, figures, and the proof. */
export const settlementCsv = (of: SheetFile): AsyncIterable<string> => {
  const texts = new Map(
    names.map((name) => `settlementFile.fields.${name}`).map((key) => [key, of.text(key)]),
  )
  return csvPieces(itemsOf(of), { columns, texts: 'settlementFile', text: (key) => texts.get(key) ?? '' })
}

/** Characters of a hash or a signed text that fit on one line of the page. */
const most = 92

const pieces = (note: string): string[] =>
  Array.from({ length: Math.max(1, Math.ceil(note.length / most)) }, (_, at) =>
    note.slice(at * most, (at + 1) * most),
  )

/** A line of the file as lines of a page: a long text goes on below. */
const sheetLinesOf = (
  item: FileItem,
  { text, lang }: Pick<SheetFile, 'text' | 'lang'>,
): SettlementSheetLine[] => {
  const { timeOf } = documentDates(lang, 'UTC')
  const { what, reference, at, gross, amount, undone, note } = item
  const undoneText =
    undone !== null && undone > 0n ? [text('settlementFile.undone', { amount: dollars(undone) })] : []
  const below = [note ?? '', ...undoneText].filter(Boolean).join(' · ')
  return pieces(below).map((piece, index) => ({
    at: index === 0 && at ? timeOf(at) : '',
    what: index === 0 ? [what, reference ?? ''].filter(Boolean).join(' ') : '',
    below: piece,
    gross: index === 0 && gross !== null ? dollars(gross) : '',
    amount: index === 0 && amount !== null ? dollars(amount) : '',
  }))
}

/** Each share has one line: its text is short, and would be cut rather than take another one. */
export const shareLineOf = (item: FileItem, of: Pick<SheetFile, 'text' | 'lang'>): SettlementSheetLine[] =>
  sheetLinesOf(item, of).slice(0, 1)

const pdfParts = (of: SheetFile) => ({
  before: headItems(of.file, of.text).flatMap((item) => sheetLinesOf(item, of)),
  after: endItems(of.file, of.text).flatMap((item) => sheetLinesOf(item, of)),
})

const sheetLines = async function* (
  of: SheetFile,
  { before, after }: ReturnType<typeof pdfParts>,
): AsyncGenerator<SettlementSheetLine[]> {
  yield before
  for await (const page of of.file.shares)
    yield page.flatMap((share) => shareLineOf(shareItem(share, of.text), of))
  yield after
}

const headOf = ({ file, company, now, lang, text }: SheetFile, lineCount: number): SettlementSheetHead => {
  const { timeOf, zonedOf } = documentDates(lang, 'UTC')
  const { row, payment } = file
  const name = brandName(company)
  const { contactEmail } = company
  const fact = (key: string) => text(`settlementFile.fact.${key}`)
  return {
    colour: mailColour(company),
    company: name,
    title: text('settlementFile.title', { ref: file.ref }),
    facts: [
      [fact('owner'), file.ownerName],
      [fact('wallet'), text(`settlementFile.wallet.${row.wallet}`)],
      [fact('periodEnd'), `${timeOf(row.periodEnd)} UTC`],
      [text('statement.made'), zonedOf(now)],
      [fact('currency'), fact('usd')],
    ],
    figures: [
      [fact('matured'), dollars(row.maturedCents)],
      [fact('recovered'), dollars(payment.recoveredCents)],
      [fact('owedAfter'), dollars(payment.owedAfterCents)],
      [fact('paid'), dollars(payment.paidCents)],
    ],
    columns: {
      at: text('settlementFile.columns.at'),
      what: text('settlementFile.columns.what'),
      gross: text('settlementFile.columns.gross'),
      amount: text('settlementFile.columns.amount'),
    },
    // There are always facts and figures.
    empty: '',
    foot: contactEmail
      ? text('statement.foot', { company: name, contact: contactEmail })
      : text('statement.footAlone', { company: name }),
    pageOf: text('walletLines.file.pages', { page: '{page}', pages: '{pages}' }),
    lineCount,
  }
}

/** The settlement as PDF, with the brand of the beneficiary's company. */
export const settlementPdf = (of: SheetFile): AsyncIterable<Uint8Array> => {
  const parts = pdfParts(of)
  const lineCount = parts.before.length + of.file.row.shareCount + parts.after.length
  return statementPdf(new URL('./settlement-file.worker.ts', import.meta.url), {
    head: headOf(of, lineCount),
    lines: sheetLines(of, parts),
  })
}
