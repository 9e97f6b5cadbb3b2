import type { CardOnWire } from '@cardamom/contract/cards'
import { nowMs } from '../../kernel/clock.ts'
import { useDates } from '../../kernel/dates.tsx'
import { useText } from '../../kernel/i18n.tsx'
import { Link } from '../../kernel/link.tsx'
import { moneyText } from '../../kernel/money-text.ts'
import { cx } from '../../ui/cx.ts'
import { centsOf, sumOf } from '../../kernel/cents.ts'
import { arrivals, arrivalTime, type OpenLoad } from './next-step.ts'

const line =
  'num -mx-1 -my-1.5 inline-flex min-h-11 items-center rounded-sm px-1 text-mute underline-offset-4 ' +
  'hover:underline md:my-0 md:min-h-6'

const Arriving = ({ loads }: { loads: readonly OpenLoad[] }) => {
  const t = useText('home')
  const date = useDates()
  const [first] = loads
  if (first === undefined) return null
  const amount = moneyText(sumOf(loads.map(({ net }) => net)))
  const time = arrivalTime(loads, nowMs())
  const to = loads.length === 1 ? `/load/${first.id}` : '/wallet/deposits'
  return (
    <Link to={to} className={line}>
      {time.kind === 'by'
        ? t('arriving.by', { amount, when: date(time.at, 'day') })
        : t(`arriving.${time.kind}`, { amount })}
    </Link>
  )
}

/**
 * The amounts that can be spent now, that are held, and that will arrive, with the date. Every number opens
 * its rows (ux §2).
 */
export const Balance = ({
  cards,
  openLoads,
}: {
  cards: readonly CardOnWire[]
  openLoads: readonly OpenLoad[]
}) => {
  const t = useText('home')
  const available = sumOf(cards.map((card) => card.available))
  const floating = sumOf(cards.map((card) => card.floating))
  return (
    <section className="flex flex-col items-start">
      <h2 className="text-mute">{t('available')}</h2>
      <Link to="/transactions" className="num rounded-md text-3xl font-semibold">
        {moneyText(available)}
      </Link>
      {centsOf(floating) > 0n && (
        <Link to="/transactions" search={{ status: 'floating' }} className={cx(line)}>
          {t('held', { amount: moneyText(floating) })}
        </Link>
      )}
      <Arriving loads={arrivals(openLoads)} />
    </section>
  )
}
