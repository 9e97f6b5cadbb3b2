import { getAuditEntry, type listAudit } from '@cardamom/contract/audit'
import type { WireOf } from '@cardamom/contract/endpoint'
import type { ReactNode } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { Link } from '../kernel/link.tsx'
import { useCall } from '../kernel/query.ts'
import { usePermissionText } from '../kernel/permission-text.ts'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { DateText } from '../ui/money.tsx'
import { entityText, fieldText } from './change-texts.ts'

type Entry = WireOf<typeof getAuditEntry>
type Change = Entry['changes'][number]

/** A name that leads to all entries of this person or company. */
const AllOf = ({ name, query, text }: { name: string; query: Record<string, string>; text: string }) => (
  <Link
    to="/admin/audit"
    search={query}
    className="-my-2.5 inline-flex min-h-11 items-center text-brand-text underline md:my-0 md:inline md:min-h-0"
    aria-label={text}
  >
    {name}
  </Link>
)

const Value = ({ field, side }: { field: Change['fields'][number]; side: 'before' | 'after' }) => {
  const t = useText('audit')
  const { valueOf } = usePermissionText()
  if (field.state !== 'shown') return <span className="text-mute">{t('changed')}</span>
  const value = field[side]
  // An empty list is an empty text.
  return value === null || value === '' ? (
    <span className="text-mute">{t('none')}</span>
  ) : (
    <span className="whitespace-pre-line wrap-anywhere">{valueOf(field.name, value)}</span>
  )
}

/** The fields of one object, before and after next to each other. */
const ChangedFields = ({ change }: { change: Change }) => {
  const t = useText('audit')
  const state = change.fields.find((field) => field.state !== 'shown')?.state
  return (
    <div className="flex flex-col gap-1">
      <table className="w-full table-fixed text-left text-base md:text-sm">
        <thead>
          <tr className="text-mute">
            <th scope="col" className="py-1 font-medium first-letter:uppercase">
              {entityText(t, change.entity)}
            </th>
            <th scope="col" className="py-1 font-medium">
              {t('before')}
            </th>
            <th scope="col" className="py-1 font-medium">
              {t('after')}
            </th>
          </tr>
        </thead>
        <tbody>
          {change.fields.map((field) => (
            <tr key={field.name} className="border-t border-line2 align-top">
              <th scope="row" className="py-1.5 pr-2 font-normal text-mute wrap-anywhere">
                {fieldText(t, field.name)}
              </th>
              <td className="py-1.5 pr-2">
                <Value field={field} side="before" />
              </td>
              <td className="py-1.5">
                <Value field={field} side="after" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {state === 'hidden' || state === 'erased' ? (
        <p className="text-base text-mute md:text-sm">{t(state)}</p>
      ) : null}
    </div>
  )
}

const Facts = ({ entry }: { entry: Entry }) => {
  const t = useText('audit')
  const { actorName, actorId, subjectName, subjectId, companyName, companyId, block } = entry
  const allOf = (name: string | null, query: Record<string, string>) =>
    name && <AllOf name={name} query={query} text={t('allOf', { name })} />
  const code = (text: string | null) => text && <span className="wrap-anywhere">{text}</span>
  const facts: [string, ReactNode][] = [
    [t('fields.at'), <DateText key="at" value={entry.at} variant="dayTime" />],
    [t('fields.result'), t(`values.result.${entry.result}`)],
    [
      t('fields.actorName'),
      allOf(actorName, { actorId: actorId ?? '' }) ?? t(`values.actorKind.${entry.actorKind}`),
    ],
    [t('fields.impersonatorName'), entry.impersonatorName],
    [t('fields.subjectName'), allOf(subjectName, { subjectId: subjectId ?? '' })],
    [t('fields.companyName'), allOf(companyName, { companyId: companyId ?? '' })],
    [t('fields.address'), code(entry.address)],
    [t('fields.device'), code(entry.device)],
    [t('fields.objectId'), code(entry.objectId)],
    [t('fields.requestId'), code(entry.requestId)],
    [t('fields.id'), code(entry.id)],
    [t('fields.chain'), block ? t('chained', { height: String(block.height) }) : t('waiting')],
  ]
  return (
    <KvRows>
      {facts.map(
        ([name, value]) =>
          value && (
            <KvRow key={name} name={name}>
              {value}
            </KvRow>
          ),
      )}
    </KvRows>
  )
}

/** One entry of the audit, shown next to the list: who, whom, from where, and what it changed. */
export const AuditEntryDetails = ({ id, row }: { id: string; row: RowOf<typeof listAudit> | undefined }) => {
  const t = useText('audit')
  const found = useCall(getAuditEntry, { params: { id } })
  const action = found.data?.action ?? row?.action
  return (
    <div className="flex flex-col gap-5">
      {action && <h3 className="text-md font-semibold">{t(`values.action.${action}`)}</h3>}
      <Loaded reads={{ found }} failed={t('failed')}>
        {({ found: entry }) => (
          <>
            <Facts entry={entry} />
            <section className="flex flex-col gap-3">
              <h4 className="font-semibold">{t('changes')}</h4>
              {entry.changes.length === 0 && <p className="text-mute">{t('noChanges')}</p>}
              {entry.changes.map((change) => (
                <ChangedFields key={`${change.entity} ${change.entityId}`} change={change} />
              ))}
            </section>
          </>
        )}
      </Loaded>
    </div>
  )
}
