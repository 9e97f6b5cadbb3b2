import { listOwnCodes } from '@cardamom/contract/sellers/own-codes'
import { listReferredPeople } from '@cardamom/contract/shares/referred-people'
import { readEarnings } from '@cardamom/contract/shares/earnings'
import { getOwnWallets } from '@cardamom/contract/wallets/wallet-records'
import { Ticket } from 'lucide-react'
import { sumOf } from '../kernel/cents.ts'
import { isSeller } from '../kernel/area.ts'
import { useDates, useTimeZone } from '../kernel/dates.tsx'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCall } from '../kernel/query.ts'
import { useSession } from '../kernel/session.ts'
import { ButtonLink, TextLink } from '../ui/button.tsx'
import { Row } from '../ui/list-row.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Figure, Figures, Panel } from '../ui/panel.tsx'

preloadText('sellerHome')

const codesShown = 3
const live = ['load.', 'settlement.'] as const

/** What the person earned this month, and what they can withdraw. */
const Money = () => {
  const t = useText('sellerHome')
  const date = useDates()
  const zone = useTimeZone()
  const wallets = useCall(getOwnWallets, {}, { live })
  const earnings = useCall(readEarnings, { input: { zone } }, { live })
  return (
    <Loaded reads={{ wallets, earnings }} failed={t('failed')}>
      {({ wallets: own, earnings: { months } }) => {
        const [last] = months
        return (
          <>
            <Figures>
              <Figure name={t('available')} tone="brand">
                {moneyText(sumOf(own.wallets.map(({ available }) => available)))}
              </Figure>
              {last !== undefined && (
                <Figure name={t('earned', { month: date(`${last.month}-01`, 'month') })}>
                  {moneyText(last.total)}
                </Figure>
              )}
            </Figures>
            <p className="num pt-1 text-base text-mute md:text-sm">
              {last === undefined
                ? t('none')
                : t('pending', { amount: moneyText(sumOf(own.wallets.map(({ pending }) => pending))) })}
            </p>
          </>
        )
      }}
    </Loaded>
  )
}

const Clients = () => {
  const t = useText('sellerHome')
  const { user } = useSession()
  const people = useCall(
    listReferredPeople,
    { input: { referredById: user?.id ?? '', limit: 1 } },
    { enabled: user !== null, live: ['user.'] },
  )
  return (
    <Loaded reads={{ people }} waiting={null} failed={null}>
      {({ people: { count, countIsCapped } }) => (
        <TextLink to="/clients">{countIsCapped ? t('manyClients') : t('clients', { count })}</TextLink>
      )}
    </Loaded>
  )
}

const Codes = () => {
  const t = useText('sellerHome')
  const codes = useCall(listOwnCodes, { input: { limit: codesShown + 1 } }, { live: ['seller_code.'] })
  return (
    <Loaded reads={{ codes }} failed={t('failed')}>
      {({ codes: { items } }) => {
        const active = items.filter(({ state }) => state === 'active').slice(0, codesShown)
        return active.length === 0 ? (
          <p className="text-mute md:text-base">{t('noCode')}</p>
        ) : (
          <ul aria-label={t('codes')} className="-mx-5 *:border-t *:border-line2 md:-mx-4">
            {active.map(({ id, code, uses }) => (
              <Row
                key={id}
                icon={Ticket}
                tone="brand"
                title={code}
                below={t('uses', { count: uses })}
                to={`/clients/new?code=${id}`}
              />
            ))}
          </ul>
        )
      }}
    </Loaded>
  )
}

/** What a person who earns shares has on the home page: money, and a seller's clients and codes or the own referral link. */
export const SellerHome = () => {
  const t = useText('sellerHome')
  const sells = isSeller(useSession().user)
  return (
    <Panel title={t(sells ? 'title' : 'earner')} action={sells && <Clients />}>
      <Money />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 py-3">
        <ButtonLink to="/withdrawals">{t('withdraw')}</ButtonLink>
        <TextLink to="/earnings">{t('earnings')}</TextLink>
        <TextLink to={sells ? '/codes' : '/referrals'}>{t(sells ? 'allCodes' : 'invite')}</TextLink>
      </div>
      {sells && <Codes />}
    </Panel>
  )
}
