import type { readTreasury } from '@cardamom/contract/treasury/treasury-balances'
import type { accountCodes } from '@cardamom/contract/reports/ledger-accounts'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { Link } from '../kernel/link.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCan } from '../kernel/permissions.ts'
import { Panel } from '../ui/panel.tsx'
import { Status } from '../ui/status.tsx'
import { currencyText } from './currency-legs.tsx'

type Treasury = WireOf<typeof readTreasury>
type Coin = Treasury['coins'][number]
type Holding = Coin['holdings'][number] | Treasury['dollars'][number]

const isNothing = (amount: string) => /^-?[0.]+$/.test(amount)

/** The name of a holding; who may read the ledger opens its account there. */
const HoldingName = ({ of: { holding, account }, asset }: { of: Holding; asset: string | null }) => {
  const t = useText('treasury')
  const can = useCan()
  const name = t(`holdings.${holding}`)
  if (can('ledger.view') !== true) return name
  const code: (typeof accountCodes)[number] = account.replaceAll('.', '_') as never
  return (
    <Link
      to="/admin/ledger/accounts"
      search={{ code, ...(asset === null ? {} : { asset }) }}
      className="-my-3 block rounded-sm py-3 text-brand-text hover:underline"
    >
      {name}
    </Link>
  )
}

/**
 * What the chain or the issuer last said of a holding, when, and how far the ledger was from it. Nothing where nobody
 * outside can say it.
 */
const Outside = ({ of: { reading, isRead }, currency }: { of: Holding; currency: string }) => {
  const t = useText('treasury')
  const date = useDates()
  if (!isRead && reading === null) return null
  const label = <span className="text-base text-mute md:text-sm">{t('outside')} </span>
  if (reading === null)
    return (
      <>
        {label}
        <span className="text-mute">{t('noReading')}</span>
      </>
    )
  const { outside, difference, at } = reading
  return (
    <>
      {label}
      <span className="num">{currencyText(outside, currency)}</span>
      {isNothing(difference) ? (
        <span className="block">
          <Status tone="good" variant="plain">
            {t('agrees')}
          </Status>
        </span>
      ) : (
        <span className="num block font-medium text-warn">
          {t('difference')} {currencyText(difference, currency)}
        </span>
      )}
      <span className="block text-base text-mute md:text-sm">
        {t('readAt', { time: date(at, 'dayTime') })}
      </span>
    </>
  )
}

const Holdings = ({
  holdings,
  currency,
  asset,
}: {
  holdings: readonly Holding[]
  currency: string
  asset: string | null
}) => {
  const t = useText('treasury')
  return (
    <ul>
      {holdings.map((each) => (
        <li
          key={each.holding}
          className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5 not-first:border-t not-first:border-line2"
        >
          <div className="min-w-0 flex-[1_1_9rem]">
            <HoldingName of={each} asset={asset} />
          </div>
          <p className="min-w-0 text-right font-medium md:min-w-36">
            <span className="sr-only">{t('book')} </span>
            <span className="num wrap-anywhere">{currencyText(each.balance, currency)}</span>
          </p>
          <div className="ml-auto min-w-0 text-right wrap-anywhere empty:max-md:hidden max-md:w-full md:min-w-44">
            <Outside of={each} currency={currency} />
          </div>
        </li>
      ))}
    </ul>
  )
}

/** One coin by holding, with its value in the books. */
export const CoinPanel = ({ coin: { asset, holdings, total, unbooked, bookValue } }: { coin: Coin }) => {
  const t = useText('treasury')
  return (
    <Panel title={asset}>
      <Holdings holdings={holdings} currency={asset} asset={asset} />
      {unbooked !== null && !isNothing(unbooked) && (
        <p className="pb-2.5 text-base text-mute md:text-sm">
          {t('unbooked', { amount: currencyText(unbooked, asset) })}
        </p>
      )}
      <p className="num flex flex-wrap justify-between gap-x-4 border-t border-ctl/60 pt-2.5">
        <span>
          {t('total')} <b className="font-semibold">{currencyText(total, asset)}</b>
        </span>
        <span className="text-mute">{t('bookValue', { amount: moneyText(bookValue) })}</span>
      </p>
    </Panel>
  )
}

/** Dollars by holding. */
export const DollarPanel = ({ holdings }: { holdings: Treasury['dollars'] }) => {
  const t = useText('treasury')
  return (
    <Panel title={t('dollars')}>
      <Holdings holdings={holdings} currency="USD" asset={null} />
    </Panel>
  )
}
