import { Landmark } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { ButtonLink } from './button.tsx'

/** Opens the journals of a transfer, an adjustment or a deposit in the ledger, for readers of the ledger. */
export const LedgerLink = ({ id }: { id: string }) => {
  const t = useText('walletMoney')
  const can = useCan()
  if (can('ledger.view') !== true) return null
  return (
    <ButtonLink to={`/admin/ledger?find=${id}`} icon={Landmark}>
      {t('inLedger')}
    </ButtonLink>
  )
}
