import { listCompanyChanges } from '@cardamom/contract/companies/company-history'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { useCall } from '../kernel/query.ts'
import { Button } from '../ui/button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { DateText } from '../ui/money.tsx'
import { Panel } from '../ui/panel.tsx'

type Change = WireOf<typeof listCompanyChanges>['items'][number]

/** A stored value as people read it. */
const useShown = () => {
  const t = useText('companySettings')
  return (value: string | null): string => {
    if (value === null) return t('history.none')
    if (value === 'true') return t('on')
    return value === 'false' ? t('off') : value
  }
}

const Row = ({ change }: { change: Change }) => {
  const t = useText('companySettings')
  const shown = useShown()
  const { field, before, after, at, by } = change
  const key = `history.fields.${field}` as 'history.fields.name'
  return (
    <li className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 border-t border-line2 py-2.5 first:border-t-0">
      <span className="min-w-0 wrap-anywhere">
        <span className="font-medium">{t.has(key) ? t(key) : field}</span>{' '}
        {t('history.change', { before: shown(before), after: shown(after) })}
      </span>
      <span className="text-base text-mute md:text-sm">
        {by ?? t('history.unnamed')} · <DateText value={at} variant="dayTime" />
      </span>
    </li>
  )
}

const PageOfChanges = ({ id, before }: { id: string; before: string | null }) => {
  const t = useText('companySettings')
  const [isMore, setMore] = useState(false)
  const input = before === null ? {} : { before }
  const found = useCall(listCompanyChanges, { params: { id }, input }, { live: ['company.'] })
  return (
    <Loaded reads={{ found }} failed={t('history.failed')}>
      {({ found: { items, next } }) => (
        <>
          {items.length === 0 && before === null && <p className="pb-2 text-mute">{t('history.empty')}</p>}
          <ul>
            {items.map((change) => (
              <Row key={`${change.id} ${change.field}`} change={change} />
            ))}
          </ul>
          {next !== null &&
            (isMore ? (
              <PageOfChanges id={id} before={next} />
            ) : (
              <Button onClick={() => setMore(true)}>{t('history.more')}</Button>
            ))}
        </>
      )}
    </Loaded>
  )
}

/** What was changed of a company, field by field, with who and when. */
export const CompanyHistory = ({ id }: { id: string }) => {
  const t = useText('companySettings')
  return (
    <Panel title={t('history.title')}>
      <PageOfChanges id={id} before={null} />
    </Panel>
  )
}
