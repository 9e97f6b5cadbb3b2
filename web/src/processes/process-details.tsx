import { readProcess } from '@cardamom/contract/processes'
import type { processNames } from '@cardamom/contract/processes/process-names'
import type { WireOf } from '@cardamom/contract/endpoint'
import { cappedCountText } from '../kernel/capped-count.ts'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { countText } from '../kernel/money-text.ts'
import { hasPage } from '../kernel/router.tsx'
import { useCall } from '../kernel/query.ts'
import { Button, TextLink } from '../ui/button.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Stack } from '../ui/page-parts.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { Status } from '../ui/status.tsx'
import { ErrorText, LastFailure } from './process-failure.tsx'
import { RunNow, useResume } from './process-actions.tsx'
import { processAgainMs, stateTones, useProcessText } from './process-text.ts'

type ProcessName = (typeof processNames)[number]
type Details = WireOf<typeof readProcess>
type FailedJob = Details['failed'][number]

/** Pages of the records that jobs are about. */
const pages: Readonly<Record<NonNullable<FailedJob['subject']>['kind'], readonly [string, string]>> = {
  load: ['/admin/loads', '?open='],
  card: ['/admin/cards', '?open='],
  user: ['/admin/users/:id', '/'],
  settlement: ['/admin/settlements/:id', '/'],
  withdrawal: ['/admin/withdrawals/:id', '/'],
  kyc_case: ['/admin/kyc', '?open='],
  approval: ['/admin/inbox', '?open='],
}

const SubjectLink = ({ subject }: { subject: NonNullable<FailedJob['subject']> }) => {
  const t = useText('processes')
  const [path, before] = pages[subject.kind]
  if (!hasPage(path)) return null
  return (
    <TextLink to={`${path.replace('/:id', '')}${before}${subject.id}`}>
      {t('job.open', { subject: t(`subject.${subject.kind}`) })}
    </TextLink>
  )
}

const FailedJobItem = ({ job, resume }: { job: FailedJob; resume: ReturnType<typeof useResume> }) => {
  const t = useText('processes')
  const date = useDates()
  return (
    <li className="grid gap-1 border-t border-line2 py-3 first:border-t-0">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <span className="min-w-0 font-mono text-sm wrap-anywhere">{job.job}</span>
        <Status tone={job.isDead ? 'bad' : 'warn'}>{t(job.isDead ? 'job.dead' : 'job.retried')}</Status>
      </div>
      <KvRows>
        <KvRow name={t('job.tries')}>{countText(job.attempts)}</KvRow>
        {job.firstFailedAt !== null && <KvRow name={t('job.first')}>{date(job.firstFailedAt, 'near')}</KvRow>}
        {job.lastFailedAt !== null && <KvRow name={t('job.last')}>{date(job.lastFailedAt, 'near')}</KvRow>}
        {job.nextAt !== null && <KvRow name={t('job.again')}>{date(job.nextAt, 'near')}</KvRow>}
      </KvRows>
      {job.meaning !== null && <ErrorText meaning={job.meaning} text={job.text} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {job.isDead && resume.isAllowed && (
          <Button onClick={() => resume.open([job.id])}>{t('resume.one')}</Button>
        )}
        {resume.resultOf(job.id) !== undefined && (
          <Status tone="info" variant="plain">
            {t(resume.resultOf(job.id) ? 'resume.isResumed' : 'resume.wasNot')}
          </Status>
        )}
        {job.subject !== null && <SubjectLink subject={job.subject} />}
      </div>
    </li>
  )
}

const Facts = ({ found: { process, jobs, failed } }: { found: Details }) => {
  const t = useText('processes')
  const text = useProcessText()
  const advice = text.advice(process)
  const resume = useResume(process)
  return (
    <Stack>
      <div className="grid gap-2">
        <p className="text-mute md:text-base">{text.about(process)}</p>
        <p>
          <Status tone={stateTones[process.state]}>{t(`state.${process.state}`)}</Status>
        </p>
      </div>
      {advice !== null && <NoteBox tone={stateTones[process.state]}>{advice}</NoteBox>}
      <KvRows>
        <KvRow
          name={t('columns.lastRun')}
          {...(process.lastRunAt === null ? {} : { below: t(process.hasLastFailed ? 'notOk' : 'ok') })}
        >
          {text.lastRun(process)}
        </KvRow>
        <KvRow name={t('columns.duration')}>{text.duration(process)}</KvRow>
        <KvRow name={t('columns.next')}>{text.next(process)}</KvRow>
        <KvRow name={t('columns.backlog')}>{text.backlog(process)}</KvRow>
      </KvRows>
      <RunNow process={process} />
      {process.failure !== null && <LastFailure failure={process.failure} />}
      <section>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 className="font-semibold md:text-base">{t('job.title')}</h3>
          {process.dead > 1 && resume.isAllowed && (
            <Button onClick={() => resume.open(null)}>
              {t('resume.all', { count: cappedCountText(process.dead) })}
            </Button>
          )}
        </div>
        {failed.length === 0 ? (
          <p className="text-mute md:text-base">{t('job.none')}</p>
        ) : (
          <ul>
            {failed.map((job) => (
              <FailedJobItem key={job.id} job={job} resume={resume} />
            ))}
          </ul>
        )}
      </section>
      <section>
        <h3 className="text-base text-mute md:text-sm">{t('jobNames')}</h3>
        <p className="font-mono text-sm wrap-anywhere">{jobs.join(', ')}</p>
      </section>
      {resume.dialog}
    </Stack>
  )
}

/** One process with its failing jobs, shown next to the list. */
export const ProcessDetails = ({ name }: { name: ProcessName }) => {
  const t = useText('processes')
  const found = useCall(readProcess, { params: { process: name } }, { againMs: () => processAgainMs })
  return (
    <div className="flex flex-col gap-3">
      <h3 className="text-md font-semibold">{t(`names.${name}.title`)}</h3>
      <Loaded reads={{ found }} waiting={<SkeletonRows rows={6} />} failed={t('failed')}>
        {({ found: shown }) => <Facts found={shown} />}
      </Loaded>
    </div>
  )
}
