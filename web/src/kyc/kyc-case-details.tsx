import { getKycCase, type listKycCases } from '@cardamom/contract/kyc/kyc-cases'
import type { KycStatus } from '@cardamom/contract/kyc'
import { useText } from '../kernel/i18n.tsx'
import { useCall } from '../kernel/query.ts'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { DateText } from '../ui/money.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Notes } from '../ui/notes/notes.tsx'
import { Stepper, type StepState } from '../ui/stepper.tsx'
import { KycCaseData } from './kyc-case-data.tsx'
import { KycCaseFindings } from './kyc-case-findings.tsx'
import { KycCasePictures } from './kyc-case-pictures.tsx'
import { KycCaseStatus } from './kyc-case-status.tsx'
import type { KycCase, OpenNextCase } from './kyc-case.ts'
import { KycDecisionActions } from './kyc-decision-actions.tsx'

type CaseSummary = Pick<KycCase, 'name' | 'email' | 'status'>

/** The icon state of steps that ended a check without an approval. */
const ends: Partial<Record<KycStatus, StepState>> = {
  declined: 'failed',
  admin_rejected: 'failed',
  expired: 'stopped',
  abandoned: 'stopped',
}

const Timeline = ({ steps }: { steps: KycCase['timeline'] }) => {
  const t = useText('kycCases')
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-semibold">{t('timeline')}</h3>
      <Stepper
        direction="newest-first"
        steps={steps.map(({ id, status, reason, by, actorName, note, at }) => ({
          key: id,
          state: ends[status] ?? 'done',
          title: t(`values.status.${status}`),
          detail: [actorName ?? t(`by.${by}`), reason && t(`values.reason.${reason}`), note]
            .filter(Boolean)
            .join(' · '),
          time: <DateText value={at} variant="dayTime" />,
        }))}
      />
    </section>
  )
}

/** The title above the details; it shows the list's row until the case is read. */
const Title = ({ name, email, status }: CaseSummary) => (
  <header className="flex flex-col items-start gap-2">
    <div className="min-w-0">
      <h3 className="text-md font-semibold wrap-anywhere">{name}</h3>
      <p className="text-base wrap-anywhere text-mute md:text-sm">{email}</p>
    </div>
    <KycCaseStatus status={status} />
  </header>
)

/** One identity check, shown next to the list: decisions, findings, data and history. */
export const KycCaseDetails = ({
  id,
  row,
  openNext,
}: {
  id: string
  row: RowOf<typeof listKycCases> | undefined
  openNext: OpenNextCase
}) => {
  const t = useText('kycCases')
  const reading = useCall(getKycCase, { params: { id } }, { live: ['kyc.'] })
  const shown = reading.data ?? row
  return (
    <div className="flex flex-col gap-5">
      {shown && <Title {...shown} />}
      <Loaded reads={{ found: reading }} failed={t('failed')}>
        {({ found }) => (
          <>
            {found.isHeld && <NoteBox tone="warn" title={t('loadsPaused')} />}
            <KycDecisionActions found={found} openNext={openNext} />
            <KycCaseFindings found={found} />
            <KycCasePictures found={found} />
            <KycCaseData found={found} />
            <Timeline steps={found.timeline} />
            <Notes kind="kyc_case" id={id} />
          </>
        )}
      </Loaded>
    </div>
  )
}
