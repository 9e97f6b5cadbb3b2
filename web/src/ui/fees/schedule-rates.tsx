import type { WireOf } from '@cardamom/contract/endpoint'
import type { readFeesInForce } from '@cardamom/contract/fees/fee-schedules'
import { useText } from '../../kernel/i18n.tsx'
import { percentText } from '../../kernel/money-text.ts'
import { KvRow, KvRows } from '../kv-rows.tsx'

export type Rates = WireOf<typeof readFeesInForce>['rates']

const speeds = ['regular', 'immediate', 'transfer'] as const

/** Whether the switch of the fee of transfers is off: then no level pays one. */
export const areFree = ({ transfer }: Rates): boolean =>
  transfer.every(({ percent }) => /^0(\.0+)?$/.test(percent))

/** The name of a level; the reader's own says so. */
export const useLevelName = (own: number | null) => {
  const t = useText('feeSchedules')
  return (level: number) => {
    const name = t(`level.${level}` as 'level.0')
    return level === own && own > 0 ? t('yours', { level: name }) : name
  }
}

/** The same on a phone: a part for each speed, because three columns of words are wider than a small screen. */
const PhoneRates = ({ rates, nameOf }: { rates: Rates; nameOf: (level: number) => string }) => {
  const t = useText('feeSchedules')
  return (
    <div className="flex flex-col gap-4 md:hidden">
      {speeds.map((speed) => {
        const sums = speed === 'transfer' ? null : rates[speed]
        const levels = speed === 'transfer' ? rates.transfer : rates[speed].levels
        return (
          <section key={speed}>
            <h3 className="pb-1 font-semibold">{t(`speed.${speed}`)}</h3>
            <KvRows>
              {sums !== null && sums.above !== null && (
                <KvRow name={t('above')}>{percentText(sums.above)}</KvRow>
              )}
              {levels.map(({ level, percent }) => (
                <KvRow key={level} name={nameOf(level)}>
                  {speed === 'transfer' && areFree(rates) ? t('free') : percentText(percent)}
                </KvRow>
              ))}
              {sums !== null && (
                <KvRow name={t('total')} total>
                  {percentText(sums.total)}
                </KvRow>
              )}
            </KvRows>
          </section>
        )
      })}
    </div>
  )
}

/** One schedule: a row for each level, a column for each speed, and what the levels are together. */
export const ScheduleRates = ({
  rates,
  level,
  caption,
}: {
  rates: Rates
  level: number | null
  caption: string
}) => {
  const t = useText('feeSchedules')
  const nameOf = useLevelName(level)
  const cell = 'py-2 pl-3 text-right'
  const line = (name: string, cells: readonly (string | null)[], isTotal = false) => (
    <tr key={name} className={isTotal ? 'border-t border-ctl/60 font-semibold' : 'border-t border-line2'}>
      <th scope="row" className="py-2 text-left font-[inherit] text-mute">
        {name}
      </th>
      {cells.map((percent, at) => (
        <td key={speeds[at]} className={cell}>
          {percent === null
            ? '–'
            : speeds[at] === 'transfer' && areFree(rates)
              ? t('free')
              : percentText(percent)}
        </td>
      ))}
    </tr>
  )
  return (
    <>
      <PhoneRates rates={rates} nameOf={nameOf} />
      <table className="num w-full text-base max-md:hidden">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-mute md:text-sm">
          <tr>
            <td />
            {speeds.map((speed) => (
              <th key={speed} scope="col" className="py-1.5 pl-3 text-right font-normal">
                {t(`speed.${speed}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rates.regular.above !== null &&
            line(t('above'), [rates.regular.above, rates.immediate.above ?? null, null])}
          {rates.regular.levels.map(({ level: each, percent }, at) =>
            line(nameOf(each), [
              percent,
              rates.immediate.levels[at]?.percent ?? null,
              rates.transfer[at]?.percent ?? null,
            ]),
          )}
          {line(t('total'), [rates.regular.total, rates.immediate.total, null], true)}
        </tbody>
      </table>
    </>
  )
}
