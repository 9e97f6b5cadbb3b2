import { readCompanyTransaction } from '@cardamom/contract/transactions/company-transactions'
import { declineReasonOf, declineReasons } from '@cardamom/contract/cards/declines'
import type { WireOf } from '@cardamom/contract/endpoint'
import { SearchX } from 'lucide-react'
import { countryName } from '../kernel/country-names.ts'
import { useLocale, useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCan } from '../kernel/permissions.ts'
import { useCall } from '../kernel/query.ts'
import { sumOf } from '../kernel/cents.ts'
import { TextLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { DateText } from '../ui/money.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Status } from '../ui/status.tsx'
import {
  CompanyTransactionAmount,
  companyTransactionTones,
  OriginalAmount,
  useTransactionName,
  type CompanyTransaction,
} from './company-transaction-text.tsx'
import { IssuerMessages, Postings, RelatedTransactions } from './company-transaction-records.tsx'
import { PaymentState } from './payment-state.tsx'
import { feeName } from './row-text.ts'

type Detail = WireOf<typeof readCompanyTransaction>
type Part = { readonly detail: Detail }

const Title = ({ detail }: Part) => {
  const t = useText('companyTransactions')
  const nameOf = useTransactionName()
  return (
    <header className="flex flex-col items-start gap-2">
      <h3 className="text-md font-semibold wrap-anywhere">{nameOf(detail)}</h3>
      <p className="num text-2xl font-semibold">
        <CompanyTransactionAmount {...detail} />
      </p>
      <Status tone={companyTransactionTones[detail.status]} variant="pill">
        {t(`values.status.${detail.status}`)}
      </Status>
    </header>
  )
}

const Declined = ({ detail: { declineReason } }: Part) => {
  const t = useText('companyTransactions')
  const declines = useText('declines')
  if (declineReason === null) return null
  const code = declineReasonOf(declineReason)
  return (
    <NoteBox tone="bad">
      {code === 'insufficient_funds' ? t('insufficient') : declines(declineReasons[code].text)}
    </NoteBox>
  )
}

const Links = ({ detail: { userId, cardId, load } }: Part) => {
  const t = useText('companyTransactions')
  const can = useCan()
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-1">
      {can('users.view') && <TextLink to={`/admin/users/${userId}`}>{t('person')}</TextLink>}
      {can('cards.view') && (
        <TextLink to="/admin/cards" search={{ userId, open: cardId }}>
          {t('card')}
        </TextLink>
      )}
      {load !== null && can('loads.view') && (
        <TextLink to="/admin/loads" search={{ userId, open: load.id }}>
          {t('load')}
        </TextLink>
      )}
    </p>
  )
}

const Shop = ({ detail: { merchant, authorisationCode } }: Part) => {
  const t = useText('companyTransactions')
  const locale = useLocale()
  const code = merchant?.country ?? ''
  const country = /^[A-Z]{2}$/.test(code) ? countryName({ code, locale }) : code
  const location = [merchant?.city, country].filter(Boolean).join(', ')
  return (
    <>
      {location !== '' && <KvRow name={t('location')}>{location}</KvRow>}
      {merchant !== null && merchant.mcc !== '' && (
        <KvRow name={t('mcc')}>
          <span className="num">{merchant.mcc}</span>
        </KvRow>
      )}
      {authorisationCode !== null && (
        <KvRow name={t('code')}>
          <span className="num">{authorisationCode}</span>
        </KvRow>
      )}
    </>
  )
}

const Sums = ({ detail }: Part) => {
  const t = useText('companyTransactions')
  const transactions = useText('transactions')
  const { fees, total, held, status, original } = detail
  return (
    <>
      {original !== null && (
        <KvRow name={t('fields.original')}>
          <OriginalAmount original={original} />
        </KvRow>
      )}
      {status === 'floating' && <KvRow name={t('fields.held')}>{moneyText(held)}</KvRow>}
      {fees.length > 0 && (
        <KvRow name={t('beforeFees')}>{moneyText(sumOf([total, ...fees.map(({ amount }) => amount)]))}</KvRow>
      )}
      {fees.map(({ type, amount }) => (
        <KvRow key={type} name={feeName(transactions, type)}>
          {moneyText(`-${amount}`)}
        </KvRow>
      ))}
      <KvRow name={t('fields.total')} total>
        {moneyText(total)}
      </KvRow>
    </>
  )
}

const Facts = ({ detail }: Part) => {
  const t = useText('companyTransactions')
  const { holderName, holderEmail, companyName, card, txId, id, purpose, sender } = detail
  const times = ['authorisedAt', 'settledAt', 'holdsUntil', 'refundOf'] as const
  const hasOwnDate = detail.at !== detail.authorisedAt && detail.at !== detail.settledAt
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-semibold">{t('facts')}</h3>
      <KvRows>
        <KvRow name={t('fields.holder')}>
          <span className="wrap-anywhere">
            {holderName}
            <span className="block text-mute">{holderEmail}</span>
          </span>
        </KvRow>
        <KvRow name={t('fields.companyName')}>{companyName}</KvRow>
        {card.lastDigits !== null && (
          <KvRow name={t('fields.lastDigits')}>
            <span className="num">·· {card.lastDigits}</span>
          </KvRow>
        )}
        <KvRow name={t('fields.purpose')}>{t(`values.purpose.${purpose}`)}</KvRow>
        {sender !== null && <KvRow name={t('sender')}>{sender}</KvRow>}
        {hasOwnDate && (
          <KvRow name={t('fields.at')}>
            <DateText value={detail.at} variant="dayTime" />
          </KvRow>
        )}
        {times.map((time) => {
          const value = detail[time]
          return (
            value !== null && (
              <KvRow key={time} name={time === 'refundOf' ? t('refundOf') : t(`fields.${time}`)}>
                <DateText value={value} variant="dayTime" />
              </KvRow>
            )
          )
        })}
        <Shop detail={detail} />
        {txId !== null && (
          <KvRow name={t('fields.txId')}>
            <span className="num wrap-anywhere">{txId}</span>
          </KvRow>
        )}
        <KvRow name={t('fields.id')}>
          <span className="num wrap-anywhere">{id}</span>
        </KvRow>
        <Sums detail={detail} />
      </KvRows>
    </section>
  )
}

const Found = ({ detail }: Part) => {
  const t = useText('companyTransactions')
  return (
    <div className="flex flex-col gap-5">
      <Title detail={detail} />
      <Declined detail={detail} />
      <Links detail={detail} />
      <Facts detail={detail} />
      {detail.events.length > 0 && (
        <section className="flex flex-col gap-3">
          <h3 className="font-semibold">{t('events')}</h3>
          <PaymentState detail={detail} />
        </section>
      )}
      <RelatedTransactions related={detail.related} />
      {detail.journals !== null && <Postings journals={detail.journals} isPart={detail.journalsArePart} />}
      {detail.messages !== null && <IssuerMessages messages={detail.messages} />}
    </div>
  )
}

/** One transaction beside the list: its facts, what happened, its postings and the issuer's messages. */
export const CompanyTransactionDetails = ({ id }: { id: string; row: CompanyTransaction | undefined }) => {
  const t = useText('companyTransactions')
  const found = useCall(
    readCompanyTransaction,
    { params: { id }, errors: 'none' },
    { live: ['card_transaction.'] },
  )
  return (
    <Loaded
      reads={{ found }}
      failed={t('failed')}
      missing={
        <EmptyState icon={SearchX} title={t('gone')} titleAs="p">
          {null}
        </EmptyState>
      }
    >
      {({ found: detail }) => <Found detail={detail} />}
    </Loaded>
  )
}
