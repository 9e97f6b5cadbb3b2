import type { previewTopUp, topUpStatuses } from '@cardamom/contract/deposits'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { KvRow } from '../ui/kv-rows.tsx'
import type { Tone } from '../ui/status.tsx'

export const statusTones: Record<(typeof topUpStatuses)[number], Tone> = {
  pending: 'warn',
  available: 'good',
  reversed: 'neutral',
}

/** The part of each level, as far as the reader sees it. */
export const ShareRows = ({ shares }: { shares: WireOf<typeof previewTopUp>['shares'] }) => {
  const t = useText('topUps')
  return shares.map(({ level, name, amount }) => (
    <KvRow
      key={level}
      name={level === 0 ? t('operator') : t('shareOf', { name: name ?? '', level: String(level) })}
    >
      {moneyText(amount)}
    </KvRow>
  ))
}
