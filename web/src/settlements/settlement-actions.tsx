import type { getSettlement } from '@cardamom/contract/settlements'
import type { WireOf } from '@cardamom/contract/endpoint'
import { Ban, Check, HandCoins } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { Button } from '../ui/button.tsx'
import { dialogPart } from '../ui/dialog.tsx'

type Detail = WireOf<typeof getSettlement>

const Approve = dialogPart(async () => (await import('./settlement-dialogs.tsx')).ApproveSettlement)
const Pay = dialogPart(async () => (await import('./settlement-dialogs.tsx')).PaySettlement)
const Void = dialogPart(async () => (await import('./settlement-dialogs.tsx')).VoidSettlement)

/** What the reader may do with a settlement now. */
export const SettlementActions = ({ settlement }: { settlement: Detail }) => {
  const t = useText('settlements')
  const [shown, show] = useState<'approve' | 'pay' | 'void' | null>(null)
  const { canApprove, canPay, canVoid } = settlement
  if (!canApprove && !canPay && !canVoid) return null
  const dialog = (name: typeof shown) => ({ settlement, open: shown === name, onClose: () => show(null) })
  return (
    <div className="flex flex-wrap gap-2 max-md:*:grow">
      {canApprove && (
        <Button variant="primary" icon={Check} onClick={() => show('approve')}>
          {t('actions.approve')}
        </Button>
      )}
      {canPay && (
        <Button variant="primary" icon={HandCoins} onClick={() => show('pay')}>
          {t('actions.pay')}
        </Button>
      )}
      {canVoid && (
        <Button variant="danger" icon={Ban} onClick={() => show('void')}>
          {t('actions.void')}
        </Button>
      )}
      <Approve {...dialog('approve')} />
      <Pay {...dialog('pay')} />
      <Void {...dialog('void')} />
    </div>
  )
}
