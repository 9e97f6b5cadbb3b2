import type { CardExplanation } from '@cardamom/contract/cards'
import { listCompanyCards } from '@cardamom/contract/cards/company-cards'
import type { loadStatuses } from '@cardamom/contract/loads'
import { listCompanyLoads } from '@cardamom/contract/loads/company-loads'
import { listCompanyTransactions } from '@cardamom/contract/transactions/company-transactions'
import { useDates } from '../kernel/dates.tsx'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { TextLink } from '../ui/button.tsx'
import { useListPages, type RowOf } from '../ui/list/use-list-pages.ts'
import { DateText, Money } from '../ui/money.tsx'
import { Status, type Tone } from '../ui/status.tsx'
import { Line, Newest, Rows, small } from './user-lines.tsx'

preloadText('users')

type Props = { readonly id: string }

const cardTones: Partial<Record<CardExplanation, Tone>> = {
  ready: 'good',
  overdrawn: 'bad',
  blocked_by_admin: 'bad',
  blocked_by_issuer: 'bad',
  blocked_for_fraud: 'bad',
  paused_by_you: 'warn',
  details_missing: 'warn',
  document_missing: 'warn',
  being_made_late: 'warn',
}

const CardLine = ({ row }: { row: RowOf<typeof listCompanyCards> }) => {
  const t = useText('users')
  const cards = useText('cards')
  const date = useDates()
  const { id, userId, lastDigits, type, explanation, balance, available, createdAt, form, finish } = row
  return (
    <Line
      name={
        <TextLink to="/admin/cards" search={{ userId, open: id }}>
          {type} <span className="num">{lastDigits === null ? t('cards.noDigits') : `·· ${lastDigits}`}</span>
        </TextLink>
      }
      about={`${cards(`kind.${form === 'virtual' ? form : (finish ?? 'plastic')}`)} · ${t('cards.opened', { at: date(createdAt, 'short') })}`}
      amount={<Money amount={balance} />}
      state={
        <>
          {available !== balance && (
            <span className={small}>{t('cards.available', { amount: moneyText(available) })}</span>
          )}
          <Status tone={cardTones[explanation] ?? 'neutral'} variant="plain">
            {cards(`state.${explanation}`)}
          </Status>
        </>
      }
    />
  )
}

const SectionLink = ({ id, section }: Props & { section: string }) => {
  const t = useText('users')
  return (
    <TextLink to={`/admin/users/${id}`} search={{ section }}>
      {t('sections.all')}
    </TextLink>
  )
}

export const UserCards = ({ id }: Props) => {
  const t = useText('users')
  const pages = useListPages(listCompanyCards, {
    query: { userId: id },
    live: ['card.', 'card_transaction.'],
  })
  return (
    <Rows
      title={t('sections.cards')}
      pages={pages}
      texts={{ none: t('cards.none'), failed: t('cards.failed') }}
      row={(row) => <CardLine key={row.id} row={row} />}
    />
  )
}

const loadTones: Partial<Record<(typeof loadStatuses)[number], Tone>> = {
  credited: 'good',
  review: 'warn',
  credit_failed: 'bad',
  detected: 'info',
  confirmed: 'info',
  held: 'info',
  crediting: 'info',
}

/** Loads whose amount comes to no card. */
const neverArrives: ReadonlySet<string> = new Set(['cancelled', 'expired', 'refunded'])

const LoadLine = ({ id, row }: Props & { row: RowOf<typeof listCompanyLoads> }) => {
  const t = useText('users')
  const loads = useText('companyLoads')
  return (
    <Line
      name={
        <TextLink to="/admin/loads" search={{ userId: id, open: row.id }}>
          {row.ref}
        </TextLink>
      }
      about={
        <>
          {t('loads.amounts', { gross: moneyText(row.gross), fee: moneyText(row.fee) })} ·{' '}
          <DateText value={row.quotedAt} variant="dayTime" />
        </>
      }
      amount={<Money amount={row.net} {...(neverArrives.has(row.status) ? { variant: 'undone' } : {})} />}
      state={
        <Status tone={loadTones[row.status] ?? 'neutral'} variant="plain">
          {loads(`values.status.${row.status}`)}
        </Status>
      }
    />
  )
}

const useLoads = (id: string) => useListPages(listCompanyLoads, { query: { userId: id }, live: ['load.'] })

export const UserLoads = ({ id }: Props) => {
  const t = useText('users')
  const pages = useLoads(id)
  return (
    <Rows
      title={t('sections.loads')}
      action={
        <TextLink to="/admin/loads" search={{ userId: id }}>
          {t('loads.all')}
        </TextLink>
      }
      pages={pages}
      texts={{ none: t('loads.none'), failed: t('loads.failed') }}
      row={(row) => <LoadLine key={row.id} id={id} row={row} />}
    />
  )
}

const transactionTones: Record<RowOf<typeof listCompanyTransactions>['status'], Tone> = {
  floating: 'info',
  settled: 'good',
  refunded: 'neutral',
  released: 'neutral',
  declined: 'bad',
}

const TransactionLine = ({ row }: { row: RowOf<typeof listCompanyTransactions> }) => {
  const t = useText('users')
  const file = useText('transactions')
  const { id, userId, merchantName, purpose, status, total, at, lastDigits } = row
  return (
    <Line
      name={
        <TextLink to="/admin/transactions" search={{ userId, open: id }}>
          {merchantName ?? file(`purposes.${purpose}`)}
        </TextLink>
      }
      about={
        <>
          {merchantName !== null && `${file(`purposes.${purpose}`)} · `}
          {lastDigits !== null && `${t('transactions.card', { digits: `·· ${lastDigits}` })} · `}
          <DateText value={at} variant="dayTime" />
        </>
      }
      amount={
        <Money
          amount={total}
          {...(status === 'released' || status === 'declined' ? { variant: 'undone' } : {})}
        />
      }
      state={
        <Status tone={transactionTones[status]} variant="plain">
          {file(`statuses.${status}`)}
        </Status>
      }
    />
  )
}

const useTransactions = (id: string) =>
  useListPages(listCompanyTransactions, { query: { userId: id }, live: ['card_transaction.'] })

export const UserTransactions = ({ id }: Props) => {
  const t = useText('users')
  const pages = useTransactions(id)
  return (
    <Rows
      title={t('sections.transactions')}
      action={
        <TextLink to="/admin/transactions" search={{ userId: id }}>
          {t('transactions.all')}
        </TextLink>
      }
      pages={pages}
      texts={{ none: t('transactions.none'), failed: t('transactions.failed') }}
      row={(row) => <TransactionLine key={row.id} row={row} />}
    />
  )
}

/** The newest loads, from the page of rows that their section shows too. */
export const LatestLoads = ({ id }: Props) => {
  const t = useText('users')
  return (
    <Newest
      title={t('loads.latest')}
      action={<SectionLink id={id} section="loads" />}
      pages={useLoads(id)}
      shown={3}
      texts={{ none: t('loads.none'), failed: t('loads.failed') }}
      row={(row) => <LoadLine key={row.id} id={id} row={row} />}
    />
  )
}

export const LatestTransactions = ({ id }: Props) => {
  const t = useText('users')
  return (
    <Newest
      title={t('transactions.latest')}
      action={<SectionLink id={id} section="transactions" />}
      pages={useTransactions(id)}
      shown={5}
      texts={{ none: t('transactions.none'), failed: t('transactions.failed') }}
      row={(row) => <TransactionLine key={row.id} row={row} />}
    />
  )
}
