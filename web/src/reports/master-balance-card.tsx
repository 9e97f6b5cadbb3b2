import { readMasterBalance } from '@cardamom/contract/treasury/master-balance'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCall } from '../kernel/query.ts'
import { TextLink } from '../ui/button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Panel } from '../ui/panel.tsx'
import { useMinutely } from './minutely.ts'

/** The master account on the home page: its balance, and how much to fund by when. */
export const MasterBalanceCard = () => {
  const t = useText('masterBalance')
  const date = useDates()
  const balance = useCall(readMasterBalance, {}, { live: ['treasury.recorded', 'issuer.funded'] })
  useMinutely(balance.refetch)
  return (
    <Panel title={t('title')} action={<TextLink to="/admin/master-balance">{t('open')}</TextLink>}>
      <Loaded reads={{ balance }} failed={t('failed')}>
        {({ balance: { reading, shortfall, isBelow, threshold } }) => (
          <div className="grid gap-1">
            <p className="num text-xl font-semibold">
              {reading === null ? '—' : moneyText(reading.available)}
            </p>
            {shortfall !== null && (
              <NoteBox
                tone="bad"
                title={t('fund', {
                  amount: moneyText(shortfall.amount),
                  by: `${date(shortfall.by, 'dayTime')} UTC`,
                })}
              />
            )}
            {isBelow && <NoteBox tone="warn" title={t('alarm', { amount: moneyText(threshold) })} />}
            {shortfall === null && !isBelow && (
              <p className="text-base text-mute md:text-sm">
                {reading === null ? t('neverSynced') : t('enough')}
              </p>
            )}
          </div>
        )}
      </Loaded>
    </Panel>
  )
}
