import type { WireOf } from '@cardamom/contract/endpoint'
import { listPayinLimitChanges } from '@cardamom/contract/limits/payin-limits'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCall } from '../kernel/query.ts'
import { Loaded } from '../ui/loaded.tsx'
import { DateText } from '../ui/money.tsx'
import type { CategoryLimit } from '../ui/limits/payin-limit-rows.tsx'

type Change = WireOf<typeof listPayinLimitChanges>['items'][number]
const fields = ['minimum', 'maximum', 'daily'] as const

const levelKey = (level: number) => `level.${level}` as 'level.0'

const Row = ({ change: { before, after, level, by, at, reason } }: { change: Change }) => {
  const t = useText('payinLimits')
  const lines = fields.flatMap((field) => {
    const [from, to] = [before[field], after[field]]
    if (from === null && to === null) return []
    const name = t(`fields.${field}`)
    if (to === null) return [t('history.none', { name })]
    if (from === null) return [t('history.set', { name, amount: moneyText(to) })]
    return [t('history.changed', { name, before: moneyText(from), after: moneyText(to) })]
  })
  return (
    <li className="border-t border-line2 py-2.5 first:border-t-0">
      <p className="num wrap-anywhere">{lines.join(' · ')}</p>
      <p className="text-base text-mute md:text-sm">
        {by ?? t('history.unnamed')} · {t(levelKey(level))} · <DateText value={at} variant="dayTime" />
      </p>
      {reason !== null && reason !== '' && (
        <p className="text-base wrap-anywhere text-mute md:text-sm">{t('history.why', { reason })}</p>
      )}
    </li>
  )
}

/** What was changed of one category, for a company or the platform, with who, when and why. */
export const LimitHistory = ({
  companyId,
  category,
}: {
  companyId: string | undefined
  category: CategoryLimit['category']
}) => {
  const t = useText('payinLimits')
  const input = { category, ...(companyId === undefined ? {} : { companyId }) }
  const found = useCall(listPayinLimitChanges, { input, errors: 'none' })
  return (
    <section>
      <h3 className="pb-1 font-semibold">{t('history.title')}</h3>
      <Loaded reads={{ found }} failed={t('history.failed')}>
        {({ found: { items } }) =>
          items.length === 0 ? (
            <p className="text-mute">{t('history.empty')}</p>
          ) : (
            <ul>
              {items.map((change) => (
                <Row key={change.id} change={change} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}
