import { getApproval, type listApprovals } from '@cardamom/contract/approvals'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { useCall } from '../kernel/query.ts'
import { ofMachines, ofPeople } from '../kernel/read-again.ts'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { DateText } from '../ui/money.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Stepper, type StepState } from '../ui/stepper.tsx'
import { ApprovalActions } from './approval-actions.tsx'
import { ApprovalChanges } from './approval-changes.tsx'
import { ProofButton } from '../ui/wallets/proof-button.tsx'
import { useFactText } from './fact-text.ts'
import { useKindName } from '../kernel/request-kind.ts'

type Approval = WireOf<typeof getApproval>

const endStates: Partial<Record<Approval['status'], StepState>> = {
  rejected: 'failed',
  failed: 'failed',
  withdrawn: 'stopped',
  expired: 'stopped',
}

const History = ({ found }: { found: Approval }) => {
  const t = useText('approvals')
  const { status, maker, checker, requestedAt, decidedAt, note, isSelfChecked } = found
  const requested = {
    key: 'requested',
    state: 'done' as const,
    title: t('requested'),
    detail: maker.name,
    time: <DateText value={requestedAt} variant="dayTime" />,
  }
  const decided = decidedAt !== null && {
    key: 'decided',
    state: endStates[status] ?? ('done' as const),
    title: t(`values.status.${status}`),
    detail: [checker?.name, isSelfChecked && t('selfChecked'), note].filter(Boolean).join(' · '),
    time: <DateText value={decidedAt} variant="dayTime" />,
  }
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-semibold">{t('history')}</h3>
      <Stepper direction="newest-first" steps={decided ? [decided, requested] : [requested]} />
    </section>
  )
}

const Facts = ({ found: { facts, maker, companyName, reason, expiresAt, status } }: { found: Approval }) => {
  const t = useText('approvals')
  const { nameOf, valueOf } = useFactText()
  return (
    <KvRows>
      {Object.entries(facts).map(([name, value]) => (
        <KvRow key={name} name={nameOf(name)}>
          {name === 'proof' ? (
            <ProofButton id={value} name={companyName} />
          ) : (
            <span className="whitespace-pre-line wrap-anywhere">{valueOf(name, value)}</span>
          )}
        </KvRow>
      ))}
      <KvRow name={t('fields.reason')}>
        <span className="wrap-anywhere">{reason}</span>
      </KvRow>
      <KvRow name={t('fields.maker')}>{maker.name}</KvRow>
      <KvRow name={t('fields.companyName')}>{companyName}</KvRow>
      {status === 'requested' && (
        <KvRow name={t('fields.expiresAt')}>
          <DateText value={expiresAt} variant="dayTime" />
        </KvRow>
      )}
    </KvRows>
  )
}

/** Why the maker cannot decide it, or from when they may. */
const OwnNote = ({ found: { isMine, status, canCheck, selfCheckFrom } }: { found: Approval }) => {
  const t = useText('approvals')
  const date = useDates()
  if (!isMine || status !== 'requested') return null
  if (canCheck) return <NoteBox tone="warn">{t('selfCheckNow')}</NoteBox>
  return (
    <NoteBox tone="info">
      {selfCheckFrom === null ? t('ownRequest') : t('selfCheck', { at: date(selfCheckFrom, 'dayTime') })}
    </NoteBox>
  )
}

const againMs: Partial<Record<Approval['status'], number>> = { requested: ofPeople, running: ofMachines }

/** One request, shown next to the list: what it would change, why, what happened, and what the reader may do. */
export const ApprovalDetails = ({
  id,
  row,
}: {
  id: string
  row: RowOf<typeof listApprovals> | undefined
}) => {
  const t = useText('approvals')
  const nameOf = useKindName()
  const reading = useCall(
    getApproval,
    { params: { id } },
    { live: ['approval.'], againMs: ({ status }) => againMs[status] ?? false },
  )
  const shown = reading.data ?? row
  return (
    <div className="flex flex-col gap-5">
      {shown && <h3 className="text-md font-semibold wrap-anywhere">{nameOf(shown.kind)}</h3>}
      <Loaded reads={{ found: reading }} failed={t('failed')}>
        {({ found }) => (
          <>
            {found.failure && (
              <NoteBox tone="bad" role="status" title={t('couldNot')}>
                {found.failure.message}
              </NoteBox>
            )}
            <OwnNote found={found} />
            <ApprovalActions found={found} />
            <Facts found={found} />
            <ApprovalChanges found={found} />
            <History found={found} />
          </>
        )}
      </Loaded>
    </div>
  )
}
