import { countApprovals, listApprovals } from '@cardamom/contract/approvals'
import { getSettlement, listSettlements, listSettlementShares } from '@cardamom/contract/settlements'
import {
  approveSettlement,
  paySettlement,
  voidSettlement,
} from '@cardamom/contract/settlements/settlement-decisions'
import type { WireOf } from '@cardamom/contract/endpoint'
import { differenceOf, sumOf } from '../kernel/cents.ts'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ReasonDialog } from '../ui/reason-dialog.tsx'

type Detail = WireOf<typeof getSettlement>
type Props = { readonly settlement: Detail; readonly open: boolean; readonly onClose: () => void }

const changes = [getSettlement, listSettlements, listSettlementShares, listApprovals, countApprovals]

/** The sum of shares and lines by hand: what an approval is about. */
const netOf = ({ figures: { matured, added, deducted } }: Detail) =>
  differenceOf(sumOf([matured, added]), deducted)

/** Approves the sum that the person sees, with a reason. */
export const ApproveSettlement = ({ settlement, open, onClose }: Props) => {
  const t = useText('settlements')
  const approve = useAction(approveSettlement, { changes })
  const { id, ownerName, needsSecondPerson } = settlement
  const net = netOf(settlement)
  const send = async (reason: string) => {
    const answer = await approve.mutateAsync({ params: { id }, input: { net, reason } })
    toastSuccess(t('approvalId' in answer ? 'actions.requested' : 'actions.approved'))
  }
  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      variant="primary"
      schema={approveSettlement.input.pick({ reason: true })}
      send={send}
      texts={{
        title: t('actions.approveTitle', { amount: moneyText(net), name: ownerName }),
        effects: [t('actions.approveEffect'), ...(needsSecondPerson ? [t('actions.second')] : [])],
        reason: t('actions.reason'),
        cancel: t('actions.cancel'),
        submit: t('actions.approve'),
      }}
    />
  )
}

/** Voids a settlement that is not paid, with a reason. */
export const VoidSettlement = ({ settlement: { id }, open, onClose }: Props) => {
  const t = useText('settlements')
  const makeVoid = useAction(voidSettlement, { changes })
  const send = async (reason: string) => {
    await makeVoid.mutateAsync({ params: { id }, input: { reason } })
    toastSuccess(t('actions.voided'))
  }
  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      schema={voidSettlement.input}
      send={send}
      texts={{
        title: t('actions.voidTitle'),
        effects: [t('actions.voidEffect')],
        reason: t('actions.reason'),
        cancel: t('actions.cancel'),
        submit: t('actions.void'),
      }}
    />
  )
}

/** Pays an approved settlement now. */
export const PaySettlement = ({ settlement, open, onClose }: Props) => {
  const t = useText('settlements')
  const pay = useAction(paySettlement, { changes })
  const { id, ownerName, figures } = settlement
  const send = async () => {
    const { paid } = await pay.mutateAsync({ params: { id }, input: {} })
    toastSuccess(t('actions.paid', { amount: moneyText(paid) }))
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="small"
      title={t('actions.payTitle', { amount: moneyText(figures.paid), name: ownerName })}
      lead={t('actions.payEffect')}
    >
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button onClick={onClose}>{t('actions.cancel')}</Button>
        <Button variant="primary" busy={pay.isPending} onClick={() => void send().catch(() => undefined)}>
          {t('actions.pay')}
        </Button>
      </div>
    </Dialog>
  )
}
