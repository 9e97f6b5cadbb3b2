import type { listCoinDeposits } from '@cardamom/contract/loads/wallet-payments'
import { Coins } from 'lucide-react'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { Row, Rows } from '../ui/list-row.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { Status } from '../ui/status.tsx'
import { coinPath, coinStatusText, coinTone } from './coin-status.ts'

/** Deposits by crypto, each with a link to its page. */
export const CoinRows = ({
  label,
  rows,
}: {
  label: string
  rows: readonly RowOf<typeof listCoinDeposits>[]
}) => {
  const t = useText('topUps')
  const date = useDates()
  const textOf = coinStatusText(t)
  return (
    <Rows label={label}>
      {rows.map(({ id, ref, companyName, wallet, gross, status, quotedAt }) => (
        <Row
          key={id}
          icon={Coins}
          tone={coinTone(status)}
          title={companyName}
          value={moneyText(gross)}
          below={`${ref} · ${t(`values.wallet.${wallet}`)} · ${date(quotedAt, 'dayTime')}`}
          valueBelow={
            <Status variant="plain" tone={coinTone(status)}>
              {textOf(status)}
            </Status>
          }
          to={`${coinPath}/${id}`}
        />
      ))}
    </Rows>
  )
}
