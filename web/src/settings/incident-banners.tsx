import { readShownIncidents } from '@cardamom/contract/settings/incidents'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { useCall } from '../kernel/query.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'

const dismissedKey = 'cardamom-dismissed-incidents'

/** Ids of the banners that were hidden in this browser; anybody can edit the storage. */
const dismissedIds = (): readonly string[] => (localStorage.getItem(dismissedKey) ?? '').split(' ')

const tones = {
  information: 'bg-info-soft text-info',
  incident: 'bg-bad-soft text-bad',
  maintenance: 'bg-warn-soft text-warn',
} as const

/** The banners of now, above every page. Its code is loaded only when there is one. */
export const IncidentBanners = () => {
  const t = useText('incidentBanner')
  const date = useDates()
  const [dismissed, setDismissed] = useState(dismissedIds)
  // Read again when the tab is shown again.
  const { data } = useCall(readShownIncidents, { errors: 'none' }, { staleMs: 0, live: ['incident.changed'] })
  const shown = (data?.items ?? []).filter(
    ({ id, kind }) => kind !== 'information' || !dismissed.includes(id),
  )
  if (shown.length === 0) return null
  const hide = (id: string) => {
    // Only those of now: ended banners are not remembered for ever.
    const known = (data?.items ?? []).map((each) => each.id)
    const ids = [...dismissed.filter((each) => known.includes(each)), id]
    localStorage.setItem(dismissedKey, ids.join(' '))
    setDismissed(ids)
  }
  return (
    <aside aria-label={t('region')}>
      {shown.map(({ id, kind, text, until }) => (
        <div
          key={id}
          className={cx(
            'flex min-h-11 items-center justify-center gap-3 border-b border-line px-5 py-2 first:border-t md:text-base',
            tones[kind],
          )}
        >
          <p className="wrap-anywhere">
            <b className="font-semibold">{t(`kind.${kind}`)}:</b> {text}
            {until !== null && ` ${t('until', { time: date(until, 'full') })}.`}
          </p>
          {kind === 'information' && (
            <Button variant="ghost" iconOnly icon={X} onClick={() => hide(id)}>
              {t('dismiss')}
            </Button>
          )}
        </div>
      ))}
    </aside>
  )
}
