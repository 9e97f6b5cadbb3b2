import { nowMs } from '../../kernel/clock.ts'
import { useDates } from '../../kernel/dates.tsx'
import { useText } from '../../kernel/i18n.tsx'
import { Link } from '../../kernel/link.tsx'
import { moneyText } from '../../kernel/money-text.ts'
import { TextLink } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { arrivals, arrivalTime, type OpenLoad } from './next-step.ts'

const shown = 3

/** Loads that were paid and are not on the card yet, each with its latest date; on a desktop below the card. */
export const OnItsWay = ({ loads }: { loads: readonly OpenLoad[] }) => {
  const t = useText('home')
  const date = useDates()
  const when = (load: OpenLoad): string => {
    const time = arrivalTime([load], nowMs())
    return time.kind === 'by'
      ? t('onItsWay.by', { when: date(time.at, 'dayTime') })
      : t(`onItsWay.${time.kind}`)
  }
  const coming = arrivals(loads)
  if (coming.length === 0) return null
  return (
    <Panel
      title={t('onItsWay.title')}
      action={
        coming.length > shown ? <TextLink to="/wallet/deposits">{t('onItsWay.all')}</TextLink> : undefined
      }
    >
      <ul className="flex flex-col">
        {coming.slice(0, shown).map((load) => (
          <li key={load.id}>
            <Link
              to={`/load/${load.id}`}
              className="flex min-h-11 items-baseline justify-between gap-3 rounded-sm py-2 hover:underline md:min-h-9 md:text-base"
            >
              <span className="num font-semibold">{moneyText(load.net)}</span>
              <span className="text-right text-mute">{when(load)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
