import { getTermsVersion, listTermsVersions } from '@cardamom/contract/terms/terms-versions'
import type { WireOf } from '@cardamom/contract/endpoint'
import { SearchX } from 'lucide-react'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { cappedCountText } from '../kernel/capped-count.ts'
import { useCall } from '../kernel/query.ts'
import { useQueryParams } from '../kernel/router.tsx'
import { ButtonLink, TextLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { Status, type Tone } from '../ui/status.tsx'
import { TermsChanges } from './terms-changes.tsx'

type Version = WireOf<typeof listTermsVersions>['items'][number]

const tones: Record<Version['state'], Tone> = { upcoming: 'info', current: 'good', past: 'neutral' }
const path = '/admin/settings/terms'

const VersionPanel = ({ version }: { version: Version }) => {
  const t = useText('termsVersions')
  const date = useDates()
  const { version: number, from, state, publishedByName, accepted } = version
  const count = cappedCountText(accepted)
  return (
    <Panel
      title={t('version', { version: String(number) })}
      action={<Status tone={tones[state]}>{t(`state.${state}`)}</Status>}
    >
      <p className="text-mute md:text-base">
        {t('from', { day: date(from, 'full') })}
        {publishedByName !== null && `. ${t('publishedBy', { name: publishedByName })}`}
      </p>
      <div className="flex flex-wrap gap-x-5 pt-1">
        <TextLink to={`${path}?version=${number}`}>{t('changes')}</TextLink>
        <TextLink to={`${path}/acceptances?version=${number}`}>{t('accepted', { count })}</TextLink>
      </div>
    </Panel>
  )
}

const useVersion = (version: string, enabled = true) =>
  useCall(getTermsVersion, { params: { version }, errors: 'none' }, { enabled })

/** What changed between a version and the one before it. */
const Changes = ({ version }: { version: string }) => {
  const t = useText('termsVersions')
  const isFirst = version === '1'
  const after = useVersion(version)
  const earlier = useVersion(String(Number(version) - 1), !isFirst)
  const before = isFirst ? after : earlier
  return (
    <Loaded
      reads={{ after, before }}
      waiting={<SkeletonRows rows={8} />}
      failed={t('failed')}
      missing={
        <EmptyState
          icon={SearchX}
          title={t('missing')}
          action={<ButtonLink to={path}>{t('all')}</ButtonLink>}
        >
          {null}
        </EmptyState>
      }
    >
      {(found) => (
        <>
          {isFirst && <p className="pb-3 text-mute">{t('first')}</p>}
          <TermsChanges {...found} />
        </>
      )}
    </Loaded>
  )
}

/** Versions of the terms and the privacy notice: `/admin/settings/terms`, and what changed in one: `?version=2`. */
export const TermsVersionsPage = () => {
  const t = useText('termsVersions')
  const versions = useCall(listTermsVersions, {})
  const [{ version }] = useQueryParams()
  const isNumber = version !== undefined && /^[1-9]\d{0,4}$/.test(version)
  const action = isNumber ? (
    <ButtonLink to={path}>{t('all')}</ButtonLink>
  ) : (
    <ButtonLink to={`${path}/new`} variant="primary">
      {t('add')}
    </ButtonLink>
  )
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={isNumber ? `${t('changes')}: ${t('version', { version })}` : t('title')}
        actions={<span className="max-md:hidden">{action}</span>}
      />
      {/* On a phone its words would leave the title no room. */}
      <div className="-mt-2 md:hidden">{action}</div>
      {isNumber ? (
        <Changes key={version} version={version} />
      ) : (
        <Loaded reads={{ versions }} waiting={<SkeletonRows rows={4} />} failed={t('failed')}>
          {(found) => found.versions.items.map((each) => <VersionPanel key={each.version} version={each} />)}
        </Loaded>
      )}
    </div>
  )
}
