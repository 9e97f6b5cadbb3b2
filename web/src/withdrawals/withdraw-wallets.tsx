import type { readWithdrawalTerms } from '@cardamom/contract/withdrawals/withdrawal-requests'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Panel } from '../ui/panel.tsx'

export type Terms = WireOf<typeof readWithdrawalTerms>

/** Why nothing can be withdrawn now. */
export const ObstacleNote = ({ terms: { obstacle, waitsUntil } }: { terms: Terms }) => {
  const t = useText('ownWithdrawals')
  const date = useDates()
  if (obstacle === null) return null
  const at = waitsUntil === null ? '' : date(waitsUntil, 'dayTime')
  return <NoteBox tone="warn" role="status" title={t(`obstacle.${obstacle}`, { at })} />
}

/** Both wallets: what can be withdrawn, and why not more. */
export const WithdrawWallets = ({ terms: { wallets } }: { terms: Terms }) => {
  const t = useText('ownWithdrawals')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">
      {wallets.map(({ wallet, available, owed, reserved, withdrawable }) => (
        <Panel key={wallet} title={t(`wallet.${wallet}`)}>
          <p className="text-base text-mute md:text-sm">{t('canWithdraw')}</p>
          <p className="num pb-3 text-xl font-semibold">{moneyText(withdrawable)}</p>
          <KvRows>
            <KvRow name={t('why.available')}>{moneyText(available)}</KvRow>
            {owed !== '0.00' && <KvRow name={t('why.owed')}>{moneyText(owed)}</KvRow>}
            <KvRow name={t('why.reserved')}>{moneyText(reserved)}</KvRow>
          </KvRows>
        </Panel>
      ))}
    </div>
  )
}
