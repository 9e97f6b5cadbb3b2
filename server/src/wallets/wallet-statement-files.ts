import { todayIn } from '@cardamom/contract/dates'
import type { WalletLine } from '@cardamom/contract/wallets/wallet-lines'
import type { Buckets } from '@cardamom/contract/wallets/wallet-records'
import type { Company } from '../companies/company.ts'
import { brandName } from '../companies/company.ts'
import { csvPieces, type CsvColumn } from '../kernel/csv.ts'
import { dayBounds } from '../kernel/day-bounds.ts'
import type { Language } from '../kernel/principal.ts'
import type { WalletEdges } from '../ledger/wallet-lines.sql.ts'
import { mailColour } from '../providers/mail/mail-colour.ts'
import { documentDates } from '../transactions/document-text.ts'
import { dollars, type StatementText } from '../transactions/statement-lines.ts'
import { statementPdf } from '../transactions/statement-pdf.ts'
import type { Period } from './wallet-lines.list.ts'
import type { WalletSheetHead, WalletSheetLine } from './wallet-statement-draw.ts'
import { bucketsAfterLine, hasGap, type StatementKey } from './wallet-statement.ts'

type Pages = AsyncIterable<readonly WalletLine[]>

/** All data of a statement, read in the scope of its reader. */
export type StatementFile = {
  readonly key: StatementKey
  readonly ownerName: string
  readonly company: Company
  readonly period: Period
  readonly zone: string
  readonly now: Date
  readonly lang: Language
  readonly text: StatementText
  readonly edges: WalletEdges
  readonly lineCount: number
  readonly lines: Pages
}

const whatOf = ({ kind, isReversal, companyName }: WalletLine, text: StatementText): string => {
  const what =
    companyName === null
      ? text(`walletLines.kind.${kind}`)
      : text('walletLines.allowanceOf', { company: companyName })
  return isReversal ? text('walletLines.undone', { what }) : what
}

type Item =
  | { readonly line: WalletLine }
  | { readonly edge: 'opening' | 'closing'; readonly buckets: Buckets }

const columnsOf = (text: StatementText): CsvColumn<Item>[] => [
  { name: 'at', cell: (item) => ('line' in item ? item.line.at : null) },
  {
    name: 'what',
    cell: (item) => ('line' in item ? whatOf(item.line, text) : text(`walletLines.file.${item.edge}`)),
  },
  { name: 'reference', cell: (item) => ('line' in item ? (item.line.source?.ref ?? null) : null) },
  ...(['available', 'pending', 'reserved'] as const).flatMap((bucket): CsvColumn<Item>[] => [
    { name: `${bucket}Before`, cell: (item) => ('line' in item ? item.line[bucket].before : null) },
    {
      name: `${bucket}After`,
      cell: (item) => ('line' in item ? item.line[bucket].after : item.buckets[bucket]),
    },
  ]),
]

const itemsOf = async function* ({ edges, lines }: StatementFile): AsyncGenerator<Item[]> {
  yield [{ edge: 'opening', buckets: edges.opening }]
  for await (const page of lines) yield page.map((line) => ({ line }))
  yield [{ edge: 'closing', buckets: edges.closing }]
}

/** The statement as CSV: the opening balance, every line, the closing balance. */
export const statementCsv = (file: StatementFile): AsyncIterable<string> => {
  const columns = columnsOf(file.text)
  const heads = columns.map(({ name }) => `walletLines.file.fields.${name}`)
  const texts = new Map(heads.map((key) => [key, file.text(key)]))
  return csvPieces(itemsOf(file), {
    columns,
    texts: 'walletLines.file',
    text: (key) => texts.get(key) ?? '',
  })
}

const cellOf = ({ before, after }: WalletLine['available']) => {
  const change = after - before
  const difference = change === 0n ? null : `${change > 0n ? '+' : ''}${dollars(change)}`
  return { after: dollars(after), difference }
}

/** The line of an opening or a closing balance. */
const edgeLine = (what: string, day: string, of: Buckets): WalletSheetLine => {
  const cell = (cents: bigint) => ({ after: dollars(cents), difference: null })
  const { available, pending, reserved } = of
  return {
    day,
    time: '',
    what,
    below: '',
    isEdge: true,
    available: cell(available),
    pending: cell(pending),
    reserved: cell(reserved),
  }
}

const sheetLines = async function* (file: StatementFile): AsyncGenerator<WalletSheetLine[]> {
  const { lines, text, lang, zone, edges } = file
  const { dayOf, timeOf } = documentDates(lang, zone)
  const clockOf = (at: Date) =>
    timeOf(at)
      .replace(dayOf(at), '')
      .replace(/^[,\s]+/, '')
  const { since, until } = file.period
  const dayText = (day: string) => dayOf(dayBounds(day, zone).from)
  yield [edgeLine(text('walletLines.file.opening'), since ? dayText(since) : '', edges.opening)]
  let before = edges.opening
  for await (const page of lines)
    yield page.map((line) => {
      const gap = hasGap(line, before) ? [text('walletLines.hidden')] : []
      before = bucketsAfterLine(line)
      const { source } = line
      const ref =
        source?.ref === null || source === null
          ? []
          : [text('walletLines.sourceOf', { kind: source.kind, ref: source.ref })]
      return {
        day: dayOf(line.at),
        time: clockOf(line.at),
        what: whatOf(line, text),
        below: [...ref, ...gap].join(' · '),
        isEdge: false,
        available: cellOf(line.available),
        pending: cellOf(line.pending),
        reserved: cellOf(line.reserved),
      }
    })
  const last = dayText(until ?? todayIn(zone, file.now))
  yield [edgeLine(text('walletLines.file.closing'), last, edges.closing)]
}

/** The offset of a zone from UTC at an instant: `−05:00`. */
const offsetOf = (at: Date, zone: string): string => {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(
    at,
  )
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', '') ?? ''
  return (offset === '' ? '+00:00' : offset).replace('-', '−')
}

const periodText = ({ period, zone, text, lang, now }: StatementFile): string => {
  const { dayOf } = documentDates(lang, zone)
  const dayText = (day: string) => dayOf(dayBounds(day, zone).from)
  const to = dayText(period.until ?? todayIn(zone, now))
  return period.since === undefined
    ? text('statement.upTo', { to })
    : text('statement.fromTo', { from: dayText(period.since), to })
}

const headOf = (file: StatementFile): WalletSheetHead => {
  const { key, ownerName, company, zone, now, lang, text, edges } = file
  const name = brandName(company)
  const { zonedOf } = documentDates(lang, zone)
  const { contactEmail } = company
  const bucketText = (bucket: keyof Buckets) => text(`walletLines.${bucket}`)
  return {
    colour: mailColour(company),
    company: name,
    title: text(`walletLines.file.title.${key.wallet}`),
    facts: [
      [text('walletLines.file.owner'), ownerName],
      [text('statement.period'), periodText(file)],
      [
        text('walletLines.file.timesIn'),
        text('walletLines.file.times', { zone, offset: offsetOf(now, zone) }),
      ],
      [text('statement.made'), zonedOf(now)],
      [text('statement.currency'), text('statement.usd')],
    ],
    figures: (['available', 'pending', 'reserved'] as const).map((bucket) => [
      text('walletLines.file.figure', {
        bucket: bucketText(bucket),
        opening: dollars(edges.opening[bucket]),
      }),
      dollars(edges.closing[bucket]),
    ]),
    columns: {
      at: text('walletLines.columns.at'),
      what: text('walletLines.columns.what'),
      available: bucketText('available'),
      pending: bucketText('pending'),
      reserved: bucketText('reserved'),
    },
    // The opening and the closing balance are lines too.
    empty: '',
    foot: contactEmail
      ? text('statement.foot', { company: name, contact: contactEmail })
      : text('statement.footAlone', { company: name }),
    pageOf: text('walletLines.file.pages', { page: '{page}', pages: '{pages}' }),
    lineCount: file.lineCount + 2,
  }
}

/** The statement as PDF, with the brand of the owner's company. */
export const walletStatementPdf = (file: StatementFile): AsyncIterable<Uint8Array> =>
  statementPdf(new URL('./wallet-statement.worker.ts', import.meta.url), {
    head: headOf(file),
    lines: sheetLines(file),
  })
