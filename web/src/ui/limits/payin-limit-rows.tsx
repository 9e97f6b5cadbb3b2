import type { WireOf } from '@cardamom/contract/endpoint'
import type { readPayinLimits } from '@cardamom/contract/limits/payin-limits'
import type { ReactNode } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { moneyText } from '../../kernel/money-text.ts'
import { Meter } from '../meter.tsx'
import { Status, Tag } from '../status.tsx'

export type LimitsInForce = WireOf<typeof readPayinLimits>
export type CategoryLimit = LimitsInForce['limits'][number]

/** What part of a daily limit is used, from 0 to 1. */
const shareOf = (part: string, whole: string) => (Number(whole) === 0 ? 0 : Number(part) / Number(whole))
const fullShare = 0.9

/** What is used and left of a category today. */
const Today = ({ limit: { today, daily } }: { limit: CategoryLimit }) => {
  const t = useText('payinLimits')
  if (today === null) return <p className="text-base text-mute md:text-sm">{t('notCounted')}</p>
  if (today.people === 0)
    return (
      <p className="num text-base text-mute md:text-sm">{t('usedNone', { left: moneyText(today.left) })}</p>
    )
  const share = shareOf(today.most, daily)
  return (
    <div className="num flex flex-col gap-1.5 text-base text-mute md:text-sm">
      <p>{t('used', { people: today.people, used: moneyText(today.used) })}</p>
      <Meter
        label={t('usedOf', { used: moneyText(today.most), daily: moneyText(daily) })}
        share={share}
        tone={share >= fullShare ? 'warn' : 'brand'}
      />
      <p>{t('left', { left: moneyText(today.left) })}</p>
    </div>
  )
}

const Origin = ({ limit, level }: { limit: CategoryLimit; level: number }) => {
  const t = useText('payinLimits')
  if (limit.own === null) return <Tag>{t('inherited')}</Tag>
  if (!limit.ownIsInForce && level > 0)
    return (
      <Status tone="warn" variant="plain">
        {t('noRoom')}
      </Status>
    )
  return <Tag>{t(level === 0 ? 'assigned' : 'own')}</Tag>
}

/** The limits of each category that count now, with what is used and left today. */
export const PayinLimitRows = ({
  found: { company, level, limits },
  action,
}: {
  found: LimitsInForce
  /** A button for a category. */
  action?: (limit: CategoryLimit) => ReactNode
}) => {
  const t = useText('payinLimits')
  return (
    <ul>
      {limits.map((limit) => (
        <li
          key={limit.category}
          className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-2 border-t border-line2 py-3 first:border-t-0 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] md:items-center"
        >
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-2 font-medium md:text-base">
              {t(`values.category.${limit.category}`)}
              {company !== null && <Origin limit={limit} level={level} />}
            </p>
            <p className="num text-base md:text-sm">
              {t('range', { minimum: moneyText(limit.minimum), maximum: moneyText(limit.maximum) })}
              <span className="text-mute"> · {t('aDay', { amount: moneyText(limit.daily) })}</span>
            </p>
            {limit.own !== null && !limit.ownIsInForce && level > 0 && (
              <p className="text-base text-mute md:text-sm">{t('noRoomHelp')}</p>
            )}
          </div>
          {company === null ? <span /> : <Today limit={limit} />}
          {action?.(limit)}
        </li>
      ))}
    </ul>
  )
}
