import type { ReactNode } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { Link } from '../kernel/link.tsx'
import { buttonClass } from '../ui/button.tsx'
import type { OpenRow } from '../ui/list/use-open-row.ts'
import { Status } from '../ui/status.tsx'
import { LastFailure } from './process-failure.tsx'
import { needsAttention, stateTones, useProcessText, type Process } from './process-text.ts'

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0 max-md:flex max-md:flex-wrap max-md:justify-between max-md:gap-x-3">
    <dt className="text-base text-mute md:text-sm">{name}</dt>
    <dd className="num font-medium wrap-anywhere md:text-base">{children}</dd>
  </div>
)

/** One process: on a desktop its facts are side by side, on a phone the row is a card. */
export const ProcessRow = ({ process, open }: { process: Process; open: OpenRow }) => {
  const t = useText('processes')
  const text = useProcessText()
  const title = text.title(process)
  const advice = text.advice(process)
  return (
    <li className="grid gap-3 px-4 py-4 md:py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0 flex-[1_1_16rem]">
          <h2 className="font-semibold">{title}</h2>
          <p className="text-base text-mute md:text-sm">{text.about(process)}</p>
        </div>
        <Status tone={stateTones[process.state]}>{t(`state.${process.state}`)}</Status>
      </div>
      <dl className="grid gap-x-4 gap-y-1 md:grid-cols-4">
        <Fact name={t('columns.lastRun')}>{text.lastRun(process)}</Fact>
        <Fact name={t('columns.duration')}>
          {text.duration(process)}
          {process.hasLastFailed && ` · ${t('notOk')}`}
        </Fact>
        <Fact name={t('columns.next')}>{text.next(process)}</Fact>
        <Fact name={t('columns.backlog')}>{text.backlog(process)}</Fact>
      </dl>
      {advice !== null && <p className="font-medium md:text-base">{advice}</p>}
      {needsAttention(process) && process.failure !== null && <LastFailure failure={process.failure} />}
      <div>
        <Link
          {...open.linkTo(process.process)}
          data-row={process.process}
          aria-label={t('details', { process: title })}
          className={buttonClass({ variant: 'outline', size: 'normal', fullWidth: false, iconOnly: false })}
        >
          {t('columns.details')}
        </Link>
      </div>
    </li>
  )
}
