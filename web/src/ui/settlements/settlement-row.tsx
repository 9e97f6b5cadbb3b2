import type { listOwnSettlements } from '@cardamom/contract/settlements'
import { Handshake } from 'lucide-react'
import { preloadText, useText } from '../../kernel/i18n.tsx'
import { moneyText } from '../../kernel/money-text.ts'
import { Row } from '../list-row.tsx'
import type { RowOf } from '../list/use-list-pages.ts'
import { Status } from '../status.tsx'
import { UpTo } from './up-to.tsx'
import { settlementTones } from './settlement-tones.ts'

preloadText('walletLines')

/** A settlement of one owner in a list. */
export const SettlementRow = ({ row, to }: { row: RowOf<typeof listOwnSettlements>; to: string }) => {
  const t = useText('walletLines')
  const { ref, status, wallet, periodEnd, paid, matured } = row
  return (
    <Row
      icon={Handshake}
      tone={status === 'paid' ? 'good' : 'neutral'}
      title={t(`settlement.wallet.${wallet}`)}
      value={<span className="num font-semibold">{moneyText(paid ?? matured)}</span>}
      valueBelow={
        <Status variant="plain" tone={settlementTones[status]}>
          {t(`settlement.status.${status}`)}
        </Status>
      }
      below={
        <span className="num">
          {ref} · <UpTo at={periodEnd} />
        </span>
      }
      to={to}
    />
  )
}
