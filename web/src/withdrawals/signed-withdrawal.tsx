import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { capital } from '../kernel/date-text.ts'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { DateText } from '../ui/money.tsx'
import { Panel } from '../ui/panel.tsx'
import { Status } from '../ui/status.tsx'
import type { WithdrawalDetail } from './withdrawal-parts.tsx'

const riskTones = { clear: 'good', hit: 'bad', unavailable: 'warn', unchecked: 'neutral' } as const

type Props = { readonly withdrawal: WithdrawalDetail }

/** The risk of the address, and who requested it since when. */
const RequestRows = ({ withdrawal }: Props) => {
  const t = useText('withdrawals')
  const { risk, addressAddedAt, requestedByName, email, createdAt } = withdrawal
  return (
    <>
      <KvRow name={t('signed.risk')}>
        <Status tone={riskTones[risk]} variant="plain">
          {t(`risk.${risk}`)}
        </Status>
      </KvRow>
      <KvRow name={t('signed.book')}>
        <DateText value={addressAddedAt} variant="dayTime" />
      </KvRow>
      <KvRow name={t('signed.requestedBy')} below={email}>
        {requestedByName === '' ? '–' : requestedByName}
      </KvRow>
      <KvRow name={t('signed.since')}>
        <DateText value={createdAt} variant="dayTime" />
      </KvRow>
    </>
  )
}

/** The request of a withdrawal, beside its amounts. */
export const RequestFacts = ({ withdrawal }: Props) => {
  const t = useText('withdrawals')
  return (
    <Panel title={t('signed.request')}>
      <KvRows>
        <RequestRows withdrawal={withdrawal} />
      </KvRows>
    </Panel>
  )
}

/** What an administrator signs: amount, network, fee, and the request. */
export const Signed = ({ withdrawal }: Props) => {
  const t = useText('withdrawals')
  const { net, fee, coins, currency, network, addressLabel } = withdrawal
  return (
    <KvRows>
      <KvRow name={t('fields.net')} total>
        {moneyText(net)}
      </KvRow>
      <KvRow name={t('signed.coins')}>{`${coins ?? t('signed.atRate')} ${currency}`}</KvRow>
      <KvRow name={t('fields.fee')}>{moneyText(fee)}</KvRow>
      <KvRow name={t('fields.network')}>{capital(network)}</KvRow>
      <KvRow name={t('fields.addressLabel')}>{addressLabel}</KvRow>
      <RequestRows withdrawal={withdrawal} />
    </KvRows>
  )
}
