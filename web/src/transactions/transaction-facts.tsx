import type { TransactionDetailOnWire } from '@cardamom/contract/transactions'
import { capital } from '../kernel/date-text.ts'
import { cityOf, useDates, useTimeZone } from '../kernel/dates.tsx'
import { countryName } from '../kernel/country-names.ts'
import { useLocale, useText } from '../kernel/i18n.tsx'
import { Link } from '../kernel/link.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { textButtonClass } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { Panel } from '../ui/panel.tsx'
import { sumOf } from '../kernel/cents.ts'
import { feeName, originalText } from './row-text.ts'

const LoadSums = ({ detail }: { detail: TransactionDetailOnWire }) => {
  const t = useText('transactions')
  const { load } = detail
  if (load === null) return null
  const speed = load.speed === 'immediate' ? 'immediate' : 'regular'
  return (
    <>
      <KvRow name={t('detail.speed')}>{t(`detail.${speed}`)}</KvRow>
      <KvRow name={t('detail.gross')}>{moneyText(load.gross)}</KvRow>
      <KvRow name={t('detail.fee')}>{moneyText(`-${load.fee}`)}</KvRow>
      <KvRow name={t('detail.net')} total>
        {moneyText(detail.amount)}
      </KvRow>
    </>
  )
}

const Shop = ({ detail }: { detail: TransactionDetailOnWire }) => {
  const t = useText('transactions')
  const { merchant, category, original } = detail
  const locale = useLocale()
  const code = merchant?.country ?? ''
  const country = /^[A-Z]{2}$/.test(code) ? countryName({ code, locale }) : code
  const location = [merchant?.city, country].filter(Boolean).join(', ')
  return (
    <>
      {location !== '' && <KvRow name={t('detail.location')}>{location}</KvRow>}
      {category !== null && <KvRow name={t('detail.category')}>{t(`categories.${category}`)}</KvRow>}
      {original !== null && (
        <>
          <KvRow name={t('detail.original')}>{originalText(original)}</KvRow>
          {original.rate !== null && (
            <KvRow name={t('detail.rate')}>
              {t('detail.rateOf', { amount: `${original.rate} ${original.currency}` })}
            </KvRow>
          )}
        </>
      )}
    </>
  )
}

/** The calculation of a total: the amount at its rate, and each fee of the card issuer. */
const FeeSums = ({ detail }: { detail: TransactionDetailOnWire }) => {
  const t = useText('transactions')
  const { fees, total } = detail
  if (fees.length === 0) return null
  const before = sumOf([total, ...fees.map(({ amount }) => amount)])
  return (
    <>
      <KvRow name={t('detail.beforeFees')}>{moneyText(before)}</KvRow>
      {fees.map(({ type, amount }) => (
        <KvRow key={type} name={feeName(t, type)}>
          {moneyText(`-${amount}`)}
        </KvRow>
      ))}
      <KvRow name={t('detail.total')} total>
        {moneyText(total)}
      </KvRow>
    </>
  )
}

/** The facts of a row, each with its name. */
export const TransactionFacts = ({ detail }: { detail: TransactionDetailOnWire }) => {
  const t = useText('transactions')
  const date = useDates()
  const zone = useTimeZone()
  const { card, authorisationCode, authorisedAt, settledAt } = detail
  const from = authorisedAt ?? detail.at
  return (
    <Panel title={t('detail.facts')}>
      <KvRows>
        <KvRow name={t('detail.date')}>{capital(date(from, 'dayTime'))}</KvRow>
        {settledAt !== null && settledAt !== from && (
          <KvRow name={t('detail.settledAt')}>{capital(date(settledAt, 'dayTime'))}</KvRow>
        )}
        <KvRow name={t('detail.card')}>
          <Link to={`/cards/${card.id}`} className={textButtonClass()}>
            {t('detail.cardForm', { form: card.form, digits: card.lastDigits ?? '····' })}
          </Link>
        </KvRow>
        <Shop detail={detail} />
        <FeeSums detail={detail} />
        {authorisationCode !== null && <KvRow name={t('detail.code')}>{authorisationCode}</KvRow>}
        <LoadSums detail={detail} />
        <KvRow name={t('detail.reference')}>
          <span className="-my-3 -mr-3.5 inline-flex md:-mr-2.25 items-center">
            <span className="font-mono text-sm">{detail.id.slice(-12)}</span>
            <CopyButton text={detail.id} label={t('detail.copyReference')} variant="ghost" />
          </span>
        </KvRow>
      </KvRows>
      <p className="pt-3 text-sm text-mute">{t('detail.zone', { zone: cityOf(zone) })}</p>
    </Panel>
  )
}
