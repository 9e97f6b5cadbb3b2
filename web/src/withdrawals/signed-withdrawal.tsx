import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { capital } from '../kernel/date-text.ts'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { DateText } from '../ui/money.tsx'
import { Status } from '../ui/status.tsx'
import type { WithdrawalDetail } from './withdrawal-parts.tsx'

const riskTones = { clear: 'good', hit: 'bad', unavailable: 'warn', unchecked: 'neutral' } as const

/** What an administrator signs: amount, network, fee, the risk of the address, and who asked since when. */
export const Signed = ({ withdrawal }: { withdrawal: WithdrawalDetail }) => {
  const t = useText('withdrawals')
  const { net, fee, coins, currency, network, risk, addressLabel, addressAddedAt } = withdrawal
  const { requestedByName, email, createdAt } = withdrawal
  return (
    <KvRows>
      <KvRow name={t('fields.net')} total>
        {moneyText(net)}
      </KvRow>
      <KvRow name={t('signed.coins')}>{`${coins ?? t('signed.atRate')} ${currency}`}</KvRow>
      <KvRow name={t('fields.fee')}>{moneyText(fee)}</KvRow>
      <KvRow name={t('fields.network')}>{capital(network)}</KvRow>
      <KvRow name={t('fields.addressLabel')}>{addressLabel}</KvRow>
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
    </KvRows>
  )
}
