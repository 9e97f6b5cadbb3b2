import { cancelLoad, listLoads, readLoad } from '@cardamom/contract/loads'
import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { LoadOnWire } from './load-wire.ts'

/** Cancels a quote after a question, because money may already be on its way. */
export const CancelLoad = ({ load }: { load: LoadOnWire }) => {
  const t = useText('loads')
  const [isAsking, setAsks] = useState(false)
  const cancel = useAction(cancelLoad, { changes: [readLoad, listLoads], onDone: () => setAsks(false) })
  return (
    <>
      <Button variant="ghost" onClick={() => setAsks(true)}>
        {t('cancel')}
      </Button>
      <Dialog
        open={isAsking}
        onClose={() => setAsks(false)}
        size="small"
        busy={cancel.isPending}
        title={t('cancelTitle')}
        actions={
          <>
            <Button onClick={() => setAsks(false)}>{t('cancelNo')}</Button>
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
