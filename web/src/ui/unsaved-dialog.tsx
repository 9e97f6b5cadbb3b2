import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useRef } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { Button } from './button.tsx'
import { Foot, popup } from './dialog-parts.tsx'

/** Dialog of `UnsavedQuestion`. Escape stays on the page. */
export const UnsavedDialog = ({
  open,
  onAnswer,
}: {
  open: boolean
  onAnswer: (answer: 'stay' | 'leave') => void
}) => {
  const t = useText('ui')
  const stay = useRef<HTMLButtonElement>(null)
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onAnswer('stay')}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop forceRender className="appears fixed inset-0 z-50 bg-shade" />
        <AlertDialog.Popup initialFocus={stay} className={popup('small')}>
          <div className="grow overflow-y-auto px-5 pt-5 pb-4">
            <AlertDialog.Title className="text-lg font-semibold">{t('unsaved.title')}</AlertDialog.Title>
            <AlertDialog.Description className="mt-1 text-mute md:text-base">
              {t('unsaved.body')}
            </AlertDialog.Description>
          </div>
          <Foot
            actions={
              <>
                <Button onClick={() => onAnswer('leave')}>{t('unsaved.leave')}</Button>
                <Button ref={stay} variant="primary" onClick={() => onAnswer('stay')}>
                  {t('unsaved.stay')}
                </Button>
              </>
            }
          />
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
