import { useText } from '../../kernel/i18n.tsx'
import { useGo } from '../../kernel/router.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useSecurityPath } from '../security/security-path.ts'

/** Somebody with a password alone wants what needs more: says so, and leads to where it is added. */
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
          <Button onClick={onClose}>{t('giveUp')}</Button>
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
