import {
  approveRequest,
  countApprovals,
  getApproval,
  listApprovals,
  withdrawRequest,
} from '@cardamom/contract/approvals'
import type { WireOf } from '@cardamom/contract/endpoint'
import { Check, Undo2, X } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { Button } from '../ui/button.tsx'
import { dialogPart } from '../ui/dialog.tsx'
import { KeyHint } from '../ui/key-hint.tsx'
import { useRowKeys } from '../ui/list/use-open-row.ts'

const RejectDialog = dialogPart(async () => (await import('./reject-dialog.tsx')).RejectDialog)

type Approval = WireOf<typeof getApproval>
const changes = [listApprovals, countApprovals, getApproval]

const CheckerActions = ({ found: { id, version, isMine } }: { found: Approval }) => {
  const t = useText('approvals')
  const [isRejecting, setRejecting] = useState(false)
  const approve = useAction(approveRequest, { changes })
  const send = () => {
    if (!approve.isPending) approve.mutate({ params: { id }, input: { version } })
  }
  const reject = () => {
    if (!isMine) setRejecting(true)
  }
  useRowKeys({ a: send, r: reject })
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="primary" icon={Check} aria-keyshortcuts="a" busy={approve.isPending} onClick={send}>
        {t('approve')} <KeyHint>A</KeyHint>
      </Button>
      {!isMine && (
        <Button icon={X} aria-keyshortcuts="r" onClick={reject}>
          {t('reject')} <KeyHint>R</KeyHint>
        </Button>
      )}
      <RejectDialog id={id} open={isRejecting} onClose={() => setRejecting(false)} />
    </div>
  )
}

const MakerActions = ({ found: { id } }: { found: Approval }) => {
  const t = useText('approvals')
  const withdraw = useAction(withdrawRequest, { changes })
  return (
    <div>
      <Button icon={Undo2} busy={withdraw.isPending} onClick={() => withdraw.mutate({ params: { id } })}>
        {t('withdraw')}
      </Button>
    </div>
  )
}

/** What the reader may do with an open request: approve (A), reject (R), or withdraw their own. */
export const ApprovalActions = ({ found }: { found: Approval }) => {
  if (found.status !== 'requested') return null
  return (
    <>
      {found.canCheck && <CheckerActions found={found} />}
      {found.isMine && <MakerActions found={found} />}
    </>
  )
}
