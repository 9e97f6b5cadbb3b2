import { readProviderHealth } from '@cardamom/contract/settings/provider-health'
import type { ProviderName } from '@cardamom/contract/settings/providers'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { useCall } from '../kernel/query.ts'
import { TextLink } from '../ui/button.tsx'
import { Status } from '../ui/status.tsx'
import { useMinutely } from './minutely.ts'

/** A failed read says nothing about the providers, so both parts then show nothing. */
const useHealth = () => useCall(readProviderHealth, { errors: 'none' })

/** Providers that do not answer or reject our key, above every page of administrators; nothing while all answer. */
export const ProviderHealthLine = () => {
  const t = useText('providerHealth')
  const date = useDates()
  const { data, refetch } = useHealth()
  useMinutely(refetch)
  const unwell = data?.unwell ?? []
  const stateOf = (provider: ProviderName, isKeyRefused: boolean, since: string) =>
    isKeyRefused ? t(`keyRefused.${provider}`, { since }) : t(`silent.${provider}`, { since })
  if (unwell.length === 0) return null
  return (
    <aside
      aria-label={t('region')}
      className="flex flex-wrap items-start gap-x-4 gap-y-1 border-b border-line bg-warn-soft px-4 py-2 text-base md:text-sm lg:px-6"
    >
      <ul className="grid gap-1">
        {unwell.map(({ provider, since, isKeyRefused }) => (
          <li key={provider} className="wrap-anywhere">
            <b className="font-semibold text-warn">
              {stateOf(provider, isKeyRefused, date(since, 'dayTime'))}
            </b>{' '}
            {t(`meaning.${provider}`)}
          </li>
        ))}
      </ul>
      <TextLink to="/admin/settings/gateway">{t('connections')}</TextLink>
    </aside>
  )
}

/** On the home page, while no provider is silent. */
export const ProvidersWell = () => {
  const t = useText('providerHealth')
  const date = useDates()
  const { data } = useHealth()
  if (data?.unwell.length !== 0 || data.answeredAt === null) return null
  return (
    <p className="pb-4">
      <Status tone="good" variant="plain">
        {t('well', { at: date(data.asOf, 'time') })}
      </Status>
    </p>
  )
}
