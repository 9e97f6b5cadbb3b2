import { getTopUp, type listTopUps } from '@cardamom/contract/deposits'
import type { WireOf } from '@cardamom/contract/endpoint'
import { Coins } from 'lucide-react'
import { useDates } from '../kernel/dates.tsx'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCall } from '../kernel/query.ts'
import { ofPeople } from '../kernel/read-again.ts'
import { ButtonLink } from '../ui/button.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { LedgerLink } from '../ui/ledger-link.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { DateText } from '../ui/money.tsx'
import { Status } from '../ui/status.tsx'
import { Stepper } from '../ui/stepper.tsx'
import { PostingsTable } from '../ui/wallets/postings-table.tsx'
import { ProofButton } from '../ui/wallets/proof-button.tsx'
import { DepositEndings } from './deposit-endings.tsx'
import { ShareRows, statusTones } from './deposit-parts.tsx'

preloadText('walletMoney')

type TopUp = WireOf<typeof getTopUp>

const History = ({ found: { history } }: { found: TopUp }) => {
  const t = useText('topUps')
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-semibold">{t('history')}</h3>
      <Stepper
        direction="newest-first"
        steps={history.toReversed().map(({ what, at, byName, note }) => ({
          key: what,
          state: what === 'reversed' ? ('stopped' as const) : ('done' as const),
          title: t(`step.${what}`),
          detail: [byName, note].filter(Boolean).join(' · '),
          time: <DateText value={at} variant="dayTime" />,
        }))}
      />
    </section>
  )
}

/** From when the money can be used, and what it waits for. */
const Release = ({ status, wire, availableAt }: TopUp) => {
  const t = useText('topUps')
  const date = useDates()
  if (status !== 'pending') return null
  return (
    <p className="text-base text-mute md:text-sm">
      {t(wire === 'unmatched' ? 'release.wire' : 'release.hold', { at: date(availableAt, 'dayTime') })}
    </p>
  )
}

const Facts = ({ found }: { found: TopUp }) => {
  const t = useText('topUps')
  const date = useDates()
  const { status, wire, wallet, gross, fee, net, bankReference, valuedOn, reason, ref, companyName } = found
  return (
    <KvRows>
      <KvRow name={t('fields.ref')}>{ref}</KvRow>
      <KvRow name={t('fields.companyName')}>{companyName}</KvRow>
      <KvRow name={t('fields.status')}>
        <Status tone={statusTones[status]} variant="plain">
          {t(`values.status.${status}`)}
        </Status>
      </KvRow>
      <KvRow name={t('fields.wallet')}>{t(`values.wallet.${wallet}`)}</KvRow>
      <KvRow name={t('fields.kind')}>{t(`values.kind.${found.kind}`)}</KvRow>
      {bankReference !== null && (
        <KvRow name={t('fields.bankReference')}>
          <span className="wrap-anywhere">{bankReference}</span>
        </KvRow>
      )}
      {valuedOn !== null && <KvRow name={t('fields.valuedOn')}>{date(valuedOn, 'day')}</KvRow>}
      {wire !== null && (
        <KvRow name={t('fields.wire')}>
          <Status tone={wire === 'matched' ? 'good' : 'warn'} variant="plain">
            {t(`values.wire.${wire}`)}
          </Status>
        </KvRow>
      )}
      <KvRow name={t('fields.gross')}>{moneyText(gross)}</KvRow>
      <KvRow name={t('fields.fee')}>{moneyText(fee)}</KvRow>
      <ShareRows shares={found.shares} />
      <KvRow name={t('fields.net')} total>
        {moneyText(net)}
      </KvRow>
      {reason !== null && (
        <KvRow name={t('fields.reason')}>
          <span className="wrap-anywhere">{reason}</span>
        </KvRow>
      )}
    </KvRows>
  )
}

/** A deposit with its history, its proof, and its journal for those who may read it. */
export const DepositDetails = ({ id }: { id: string; row: RowOf<typeof listTopUps> | undefined }) => {
  const t = useText('topUps')
  const topUp = useCall(
    getTopUp,
    { params: { id }, errors: 'none' },
    { live: ['topup.'], againMs: ({ status }) => status === 'pending' && ofPeople },
  )
  return (
    <Loaded reads={{ topUp }} failed={t('failed')}>
      {({ topUp: found }) => (
        <div className="flex flex-col gap-5">
          <Release {...found} />
          <Facts found={found} />
          <div className="flex flex-wrap gap-2">
            {found.proofId === null ? (
              <ButtonLink to={`/admin/wallets/deposits/crypto/${found.id}`} icon={Coins}>
                {t('coin.payment')}
              </ButtonLink>
            ) : (
              <ProofButton id={found.proofId} name={found.ref} />
            )}
            <DepositEndings found={found} />
          </div>
          {found.legs.length > 0 && <PostingsTable legs={found.legs} />}
          {found.legs.length > 0 && <LedgerLink id={id} />}
          <History found={found} />
        </div>
      )}
    </Loaded>
  )
}
