import { useText } from '../../kernel/i18n.tsx'
import { useGo } from '../../kernel/router.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useSecurityPath } from '../security/security-path.ts'

/** Tells a person with only a password that this operation needs a factor, and leads to where it is added. */
export const FactorNeeded = ({ onClose }: { onClose: () => void }) => {
  const t = useText('stepUp')
  const go = useGo()
  const { security } = useSecurityPath()
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      title={t('none.title')}
      lead={t('none.lead')}
      actions={
        <>
          <Button onClick={onClose}>{t('notNow')}</Button>
          <Button
            variant="primary"
            onClick={() => {
              onClose()
              go(security, { search: { add: 'factor' } })
            }}
          >
            {t('none.go')}
          </Button>
        </>
      }
    />
  )
}
