import type { TransactionRow } from '@cardamom/contract/transactions'
import { sql as fragment } from 'kysely'
import { listCardsByIds } from '../cards/cards.sql.ts'
import {
  cellBy,
  choiceCell,
  moneyCell,
  namedCell,
  textCell,
  timeCell,
  type FileCells,
  type ReadCellNames,
} from '../kernel/file-cells.ts'
import type { FileColumns } from '../kernel/list-columns.ts'
import { twoLettersOf } from '../providers/issuer/three-letter-countries.ts'
import { rateOf } from './transaction-view.ts'

/** Columns of the CSV of transactions. */
export const transactionColumns: FileColumns<TransactionRow> = [
  { name: 'date', cell: ({ authorisedAt, at }) => authorisedAt ?? at },
  'status',
  'purpose',
  { name: 'description', cell: ({ merchant }) => merchant?.name ?? null },
  { name: 'city', cell: ({ merchant }) => merchant?.city ?? null },
  { name: 'country', cell: ({ merchant }) => merchant?.country ?? null },
  'category',
  'lastDigits',
  'amount',
  { name: 'originalAmount', cell: ({ original }) => original?.amount ?? null },
  { name: 'originalCurrency', cell: ({ original }) => original?.currency ?? null },
  { name: 'rate', cell: ({ original }) => original?.rate ?? null },
  'settledAt',
  'id',
]

const field = <T = unknown>(name: string) => fragment.ref<T>(`cardTransaction.${name}`)
/** Facts of a shop are shown with its name only. */
const ofShop = (name: string) =>
  fragment`case when card_transaction.merchant_name is not null then ${field(name)} end`
const original = (value: ReturnType<typeof field>) =>
  fragment`case when card_transaction.original_amount is not null and card_transaction.original_currency is not null then ${value} end`

const readLastDigits: ReadCellNames = async (sql, ids) =>
  new Map((await listCardsByIds(sql, ids)).map(({ id, lastDigits }) => [id, lastDigits ?? '']))

/** What the rate is made of: status, cents, amount in the other currency, and the issuer's rate or nothing. */
const rateFacts = fragment`concat_ws(' ', card_transaction.status, abs(card_transaction.amount_cents),
  card_transaction.original_amount, card_transaction.original_rate)`
const shownRateOf = (facts: string): string => {
  const [status = '', cents = '', amount = '', rate = null] = facts.split(' ')
  return rateOf({ status, amount, rate }, BigInt(cents)) ?? ''
}

/** The same columns of a person's many transactions. */
export const transactionCells: FileCells = {
  date: timeCell(fragment<Date>`coalesce(card_transaction.authorised_at, card_transaction.at)`),
  status: choiceCell(field('status')),
  purpose: choiceCell(field('purpose')),
  description: textCell(field('merchantName')),
  city: textCell(ofShop('merchantCity')),
  country: cellBy(ofShop('merchantCountry'), twoLettersOf),
  category: choiceCell(field('category')),
  lastDigits: namedCell(field('cardId'), readLastDigits),
  amount: moneyCell(field('amountCents')),
  originalAmount: textCell(original(field('originalAmount'))),
  originalCurrency: textCell(original(field('originalCurrency'))),
  rate: cellBy(original(rateFacts), shownRateOf),
  settledAt: timeCell(field('settledAt')),
  id: textCell(field('id')),
}
