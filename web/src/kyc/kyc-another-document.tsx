import { abandonKyc, getKyc } from '@cardamom/contract/kyc'
import { LifeBuoy, MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { useGo } from '../kernel/router.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Row, Rows } from '../ui/list-row.tsx'
import { storeKyc, type Kyc } from './kyc-start.ts'

/** Other options: start again with another document, which ends the open session, or contact support. */
export const MoreWays = ({ kyc }: { kyc: Kyc }) => {
  const t = useText('kyc')
  const go = useGo()
  const [isConfirming, setConfirming] = useState(false)
  const abandon = useAction(abandonKyc, {
    changes: [getKyc],
    onDone: (next) => {
      storeKyc(next)
      go('/kyc')
    },
  })
  const canChange = kyc.nextAction === 'continue' || kyc.nextAction === 'retake'
  return (
    <>
      <Rows>
        {canChange && (
          <Row
            lead={<LifeBuoy aria-hidden size={22} className="shrink-0 text-mute" />}
            title={t('more.otherDocument')}
            below={t('more.otherDocumentBelow')}
            onPress={() => setConfirming(true)}
          />
        )}
        <Row
          lead={<MessageCircle aria-hidden size={22} className="shrink-0 text-mute" />}
          title={t('more.contact')}
          below={t('more.questionsBelow')}
          to="/support"
        />
      </Rows>
      <Dialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        size="small"
        title={t('another.title')}
        busy={abandon.isPending}
        actions={
          <>
            <Button onClick={() => setConfirming(false)}>{t('another.stay')}</Button>
            <Button variant="primary" busy={abandon.isPending} onClick={() => abandon.mutate({})}>
              {t('another.confirm')}
            </Button>
          </>
        }
      >
        <p className="text-mute">{t('another.body')}</p>
      </Dialog>
    </>
  )
}
