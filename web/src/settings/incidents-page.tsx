import { endIncident, listIncidents, readShownIncidents } from '@cardamom/contract/settings/incidents'
import type { WireOf } from '@cardamom/contract/endpoint'
import { readConfig } from '../kernel/branding.ts'
import { useDates } from '../kernel/dates.tsx'
import { part } from '../kernel/deferred.tsx'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { useAction, useCall } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button } from '../ui/button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { PageHeader } from '../ui/page.tsx'
import { PageWithAside, Stack } from '../ui/page-parts.tsx'
import { Panel } from '../ui/panel.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { Status, type Tone } from '../ui/status.tsx'

preloadText('fields')

const NewIncident = part(() => import('./new-incident.tsx'), 'NewIncident', {
  fallback: <SkeletonRows rows={6} />,
})

type Incident = WireOf<typeof listIncidents>['items'][number]

const tones: Record<Incident['state'], Tone> = { upcoming: 'info', current: 'good', past: 'neutral' }

const Times = ({ incident }: { incident: Incident }) => {
  const t = useText('incidents')
  const date = useDates()
  const { from, until, endedAt, endedByName, createdByName } = incident
  const end = until === null ? t('untilEnded') : t('until', { time: date(until, 'full') })
  return (
    <p className="text-mute">
      {t('from', { time: date(from, 'full') })}, {end}.{' '}
      {createdByName !== null && `${t('createdBy', { name: createdByName })}. `}
      {endedAt !== null && `${t('endedBy', { name: endedByName ?? '—', time: date(endedAt, 'full') })}.`}
    </p>
  )
}

const IncidentPanel = ({ incident }: { incident: Incident }) => {
  const t = useText('incidents')
  const can = useCan()
  const { id, kind, readers, closes, en, es, state } = incident
  const end = useAction(endIncident, {
    changes: [listIncidents, readShownIncidents],
    onDone: () => {
      toastSuccess(t('ended'))
      void readConfig()
    },
  })
  return (
    <Panel
      title={`${t(`kind.${kind}`)} · ${t(`readers.${readers}`)}`}
      action={<Status tone={tones[state]}>{t(`state.${state}`)}</Status>}
    >
      <div className="flex flex-col items-start gap-2 md:text-base">
        <p lang="en" className="wrap-anywhere">
          {en}
        </p>
        <p lang="es" className="wrap-anywhere">
          {es}
        </p>
        {closes.length > 0 && (
          <p className="font-medium">
            {t('closes', { areas: closes.map((area) => t(`area.${area}`)).join(', ') })}
          </p>
        )}
        <Times incident={incident} />
        {state !== 'past' && can('settings.general') === true && (
          <Button busy={end.isPending} onClick={() => end.mutate({ params: { id } })}>
            {t('end')}
          </Button>
        )}
      </div>
    </Panel>
  )
}

/** Banners of incidents and maintenance: `/admin/settings/incidents`. */
export const IncidentsPage = () => {
  const t = useText('incidents')
  const can = useCan()
  const incidents = useCall(listIncidents, {}, { live: ['incident.changed'] })
  const list = (
    <Loaded reads={{ incidents }} waiting={<SkeletonRows rows={4} />} failed={t('failed')}>
      {(found) =>
        found.incidents.items.length === 0 ? (
          <Panel title={t('list')}>
            <p className="text-mute">{t('empty')}</p>
          </Panel>
        ) : (
          <Stack>
            {found.incidents.items.map((each) => (
              <IncidentPanel key={each.id} incident={each} />
            ))}
          </Stack>
        )
      }
    </Loaded>
  )
  return (
    <Stack>
      <PageHeader title={t('title')} facts={[t('lead')]} />
      {can('settings.general') === true ? (
        <PageWithAside aside={list}>
          <NewIncident />
        </PageWithAside>
      ) : (
        list
      )}
    </Stack>
  )
}
