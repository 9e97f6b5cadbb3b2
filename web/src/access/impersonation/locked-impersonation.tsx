import { Lock } from 'lucide-react'
import { useText } from '../../kernel/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { Outcome } from '../../ui/outcome.tsx'

/** Covers the account while the administrator's session is locked; only the administrator's own tab unlocks it. */
export const LockedImpersonation = () => {
  const t = useText('impersonation')
  return (
    <div role="dialog" aria-modal aria-labelledby="locked-impersonation" className="fixed inset-0 z-60 bg-bg">
      <Outcome
        icon={Lock}
        tone="warn"
        title={t('lockedTitle')}
        actions={
          <Button variant="primary" fullWidth onClick={() => location.reload()}>
            {t('unlocked')}
          </Button>
        }
      >
        <p id="locked-impersonation">{t('locked')}</p>
      </Outcome>
    </div>
  )
}
