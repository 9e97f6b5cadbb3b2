import type { getApproval } from '@cardamom/contract/approvals'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useText } from '../kernel/i18n.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { useFactText } from './fact-text.ts'

type Approval = WireOf<typeof getApproval>
type Change = Approval['changes'][number]

const Value = ({ of, name }: { of: string | null; name: string }) => {
  const t = useText('approvals')
  const { valueOf } = useFactText()
  return of === null ? (
    <span className="text-mute">{t('nothing')}</span>
  ) : (
    <span className="whitespace-pre-line wrap-anywhere">{valueOf(name, of)}</span>
  )
}

const Part = ({ label, name, value }: { label: string; name: string; value: string | null }) => (
  <div className="flex items-baseline justify-between gap-x-4 max-xs:flex-wrap">
    <dt className="shrink-0 text-mute">{label}</dt>
    <dd className="min-w-0 text-right">
      <Value of={value} name={name} />
    </dd>
  </div>
)

const OneChange = ({ change, now }: { change: Change; now: Change | undefined }) => {
  const t = useText('approvals')
  const { nameOf } = useFactText()
  const { name, before, after } = change
  return (
    <li className="flex flex-col gap-1 py-2.5">
      <p className="font-medium">{nameOf(name)}</p>
      <dl className="flex flex-col gap-1 text-base">
        <Part label={t('before')} name={name} value={before} />
        {now && <Part label={t('now')} name={name} value={now.before} />}
        <Part label={t('after')} name={name} value={after} />
      </dl>
    </li>
  )
}

/** What a request would change: before and after, and the present value where the object has changed meanwhile. */
export const ApprovalChanges = ({ found: { changes, present, isChanged } }: { found: Approval }) => {
  const t = useText('approvals')
  const nowOf = (name: string) => (isChanged ? present?.find((each) => each.name === name) : undefined)
  if (changes.length === 0) return null
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">{t('changes')}</h3>
      {isChanged && (
        <NoteBox tone="warn" role="alert" title={t('changed.title')}>
          {t('changed.body')}
        </NoteBox>
      )}
      <ul className="*:not-last:border-b *:not-last:border-line2">
        {changes.map((change) => (
          <OneChange key={change.name} change={change} now={nowOf(change.name)} />
        ))}
      </ul>
    </section>
  )
}
