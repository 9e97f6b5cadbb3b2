import type { WireOf } from '@cardamom/contract/endpoint'
import { listSettingChanges } from '@cardamom/contract/settings/setting-changes'
import type { SettingPageName } from '@cardamom/contract/settings/setting-pages'
import { useText } from '../kernel/i18n.tsx'
import { useCall } from '../kernel/query.ts'
import { Button } from '../ui/button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { DateText } from '../ui/money.tsx'
import { Panel } from '../ui/panel.tsx'
import { useSettingText } from './setting-value.ts'

type Change = WireOf<typeof listSettingChanges>['items'][number]
type Revert = ((key: string, value: unknown) => void) | null

const Row = ({ change, revert }: { change: Change; revert: Revert }) => {
  const t = useText('settings')
  const shown = useSettingText()
  const { key, before, after, reason, at, by } = change
  const label = `fields.${key}` as 'fields.holidays'
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-t border-line2 py-2.5 first:border-t-0">
      <div className="min-w-0 wrap-anywhere">
        <p>
          <span className="font-medium">{t.has(label) ? t(label) : key}</span>{' '}
          {t('history.change', { before: shown(key, before), after: shown(key, after) })}
        </p>
        <p className="text-base text-mute md:text-sm">
          {by ?? t('history.unnamed')} · <DateText value={at} variant="dayTime" />
        </p>
        <p className="text-base text-mute md:text-sm">{t('history.why', { reason })}</p>
      </div>
      {revert !== null && (
        <Button
          onClick={() => {
            revert(key, before)
            scrollTo({ top: 0 })
          }}
        >
          {t('history.revert')}
        </Button>
      )}
    </li>
  )
}

/** What was changed of a page's settings, with who, when and why. A revert fills the form; it is sent like any change. */
export const SettingHistory = ({ page, revert }: { page: SettingPageName; revert: Revert }) => {
  const t = useText('settings')
  const found = useCall(listSettingChanges, { params: { page } })
  return (
    <Panel title={t('history.title')}>
      <Loaded reads={{ found }} failed={t('history.failed')}>
        {({ found: { items } }) =>
          items.length === 0 ? (
            <p className="pb-2 text-mute">{t('history.empty')}</p>
          ) : (
            <ul>
              {items.map((change) => (
                <Row key={`${change.id} ${change.key}`} change={change} revert={revert} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}
