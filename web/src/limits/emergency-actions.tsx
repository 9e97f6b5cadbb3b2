import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { Button } from '../ui/button.tsx'
import { dialogPart } from '../ui/dialog.tsx'
import type { EmergencyOf } from '../ui/limits/company-limits.tsx'

const EmergencyDialog = dialogPart(async () => (await import('./emergency-dialog.tsx')).EmergencyDialog)

/** Sets or ends the maximum emergency load of a company. */
export const EmergencyActions = (of: EmergencyOf) => {
  const t = useText('companyLimits')
  const [open, setOpen] = useState<'change' | 'end' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className="flex gap-2">
      {of.emergency.source === 'company' && (
        <Button aria-label={t('emergency.endLabel')} onClick={() => setOpen('end')}>
          {t('emergency.end')}
        </Button>
      )}
      <Button aria-label={t('emergency.changeLabel')} onClick={() => setOpen('change')}>
        {t('emergency.change')}
      </Button>
      {open !== null && <EmergencyDialog open ends={open === 'end'} {...of} close={close} />}
    </div>
  )
}
