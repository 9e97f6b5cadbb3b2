import { cancelLoad, listLoads, readLoad } from '@cardamom/contract/loads'
import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { LoadOnWire } from '../ui/payments/load-wire.ts'

/** Cancels a quote after a question, because money may already be on its way. */
export const CancelLoad = ({ load }: { load: LoadOnWire }) => {
  const t = useText('loads')
  const [isConfirming, setConfirming] = useState(false)
  const cancel = useAction(cancelLoad, { changes: [readLoad, listLoads], onDone: () => setConfirming(false) })
  return (
    <>
      <Button variant="ghost" onClick={() => setConfirming(true)}>
        {t('cancel')}
      </Button>
      <Dialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        size="small"
        busy={cancel.isPending}
        title={t('cancelTitle')}
        actions={
          <>
            <Button onClick={() => setConfirming(false)}>{t('cancelNo')}</Button>
            <Button
              variant="danger"
              busy={cancel.isPending}
              onClick={() => cancel.mutate({ params: { id: load.id } })}
            >
              {t('cancelYes')}
            </Button>
          </>
        }
      >
        <p className="text-mute">{t('cancelText')}</p>
      </Dialog>
    </>
  )
}
