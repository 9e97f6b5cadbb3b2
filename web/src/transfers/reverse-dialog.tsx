import { countApprovals, listApprovals } from '@cardamom/contract/approvals'
import { getTransfer, listTransfers, previewReversal, reverseTransfer } from '@cardamom/contract/transfers'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useAction, useCall } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { sentenceOf } from '../kernel/transport.ts'
import { Dialog } from '../ui/dialog.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { MoneyConfirm } from '../ui/wallets/money-confirm.tsx'
import { TransferCheck } from './transfer-check.tsx'

type Props = {
  readonly open: boolean
  readonly id: string
  /** Who gets the money back, and how much. */
  readonly name: string
  readonly amount: string
  readonly onClose: () => void
}

const changes = [getTransfer, listTransfers, previewReversal, listApprovals, countApprovals]
const schema = reverseTransfer.input
/** What the person saw is not so any more. */
const outdated: readonly string[] = ['wallet_changed', 'not_enough_money']

type ConfirmProps = Props & { readonly needsApproval: boolean; readonly onAgain: () => void }

const Confirm = ({ id, name, amount, needsApproval, onAgain, onClose }: ConfirmProps) => {
  const t = useText('transfers')
  const w = useText('walletMoney')
  const reverse = useAction(reverseTransfer, { changes, errors: 'none' })
  const facts = { amount: moneyText(amount), name }
  const send = async (reason: string) => {
    const answer = await reverse.mutateAsync({ params: { id }, input: { reason } })
    onClose()
    toastSuccess('approvalId' in answer ? w('confirm.requested') : t('reverse.done', facts))
  }
  return (
    <MoneyConfirm
      isDanger
      schema={schema}
      error={reverse.error}
      outdated={outdated}
      needsApproval={needsApproval}
      send={send}
      onAgain={() => {
        reverse.reset()
        onAgain()
      }}
      onClose={onClose}
      texts={{
        reason: t('reverse.reason'),
        hint: t('reverse.reasonHint'),
        submit: t('reverse.go', facts),
      }}
    />
  )
}

const Check = (props: Props) => {
  const t = useText('transfers')
  const preview = useCall(previewReversal, { params: { id: props.id }, errors: 'none' }, { staleMs: 0 })
  return (
    <Loaded
      reads={{ preview }}
      waiting={<SkeletonRows rows={8} />}
      failed={({ error, note }) => note(error.status === 0 ? t('failed') : sentenceOf(error))}
    >
      {({ preview: found }) => (
        <div className="flex flex-col gap-5">
          <TransferCheck preview={found}>
            <KvRows>
              <KvRow name={t('reverse.total', { name: found.sender.holder.name })}>
                {moneyText(found.total)}
              </KvRow>
              <KvRow name={t('reverse.feeBack')}>{moneyText(found.fee.replace('-', ''))}</KvRow>
              <KvRow name={t('reverse.net', { name: found.receiver.holder.name })} total>
                {moneyText(found.net)}
              </KvRow>
            </KvRows>
          </TransferCheck>
          <Confirm {...props} needsApproval={found.needsApproval} onAgain={() => void preview.refetch()} />
        </div>
      )}
    </Loaded>
  )
}

/** Returns a transfer with its fee, after both wallets, the journal and a reason. */
export const ReverseDialog = (props: Props) => {
  const t = useText('transfers')
  const { open, amount, name, onClose } = props
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="form"
      title={t('reverse.title', { amount: moneyText(amount), name })}
      lead={t('reverse.lead')}
    >
      {open && <Check {...props} />}
    </Dialog>
  )
}
