import { listBreaks } from '@cardamom/contract/reconciliation'
import { SearchX } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCan } from '../kernel/permissions.ts'
import { TextLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { useListPages, type RowOf } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { DateText } from '../ui/money.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { NoteForm, WatchButton } from './break-work.tsx'

type Break = RowOf<typeof listBreaks>

/** What both sides have, next to each other. */
const Sides = ({ found }: { found: Break }) => {
  const t = useText('reconcile')
  const { oursEvent, theirsEvent, oursAmount, theirsAmount } = found
  const none = t('side.nothing')
  const rows = [
    [
      'event',
      oursEvent === null ? none : t(`values.oursEvent.${oursEvent}`),
      theirsEvent === null ? none : t(`values.theirsEvent.${theirsEvent}`),
    ],
    [
      'amount',
      oursAmount === null ? none : moneyText(oursAmount),
      theirsAmount === null ? none : moneyText(theirsAmount),
    ],
  ] as const
  return (
    <table className="w-full text-left text-base">
      <thead>
        <tr className="border-b border-line text-mute">
          <th scope="col" className="py-2 font-medium">
            {t('side.field')}
          </th>
          <th scope="col" className="py-2 pl-3 font-medium">
            {t('side.ours')}
          </th>
          <th scope="col" className="py-2 pl-3 font-medium">
            {t('side.theirs')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ours, theirs]) => (
          <tr key={name} className="border-b border-line2">
            <th scope="row" className="py-2 font-normal text-mute">
              {t(`side.${name}`)}
            </th>
            <td className="num py-2 pl-3">{ours}</td>
            <td className="num py-2 pl-3">{theirs}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Facts = ({ found }: { found: Break }) => {
  const t = useText('reconcile')
  const can = useCan()
  const { transactionId, cardId, eventAt, endedAt, ownerName, detail, runId } = found
  return (
    <KvRows>
      <KvRow name={t('fields.status')}>{t(`values.status.${found.status}`)}</KvRow>
      <KvRow name={t('fields.age')}>{t(`values.age.${found.age}`)}</KvRow>
      {found.amount !== null && <KvRow name={t('fields.amount')}>{moneyText(found.amount)}</KvRow>}
      <KvRow name={t('fields.companyName')}>{found.companyName}</KvRow>
      <KvRow name={t('fields.subject')}>
        <span className="wrap-anywhere">{found.subject}</span>
      </KvRow>
      {transactionId !== null && (
        <KvRow name={t('fields.transactionId')}>
          {can('transactions.view') === true ? (
            <TextLink to="/admin/transactions" search={{ q: transactionId }}>
              {transactionId}
            </TextLink>
          ) : (
            <span className="wrap-anywhere">{transactionId}</span>
          )}
        </KvRow>
      )}
      {cardId !== null && can('cards.view') === true && (
        <KvRow name={t('fields.cardId')}>
          <TextLink to="/admin/cards" search={{ open: cardId }}>
            {t('seeCard')}
          </TextLink>
        </KvRow>
      )}
      {eventAt !== null && (
        <KvRow name={t('fields.eventAt')}>
          <DateText value={eventAt} variant="dayTime" />
        </KvRow>
      )}
      {detail !== null && (
        <KvRow name={t('fields.detail')}>
          <span className="wrap-anywhere">{detail}</span>
        </KvRow>
      )}
      {ownerName !== null && <KvRow name={t('fields.ownerName')}>{ownerName}</KvRow>}
      <KvRow name={t('fields.foundAt')}>
        <DateText value={found.foundAt} variant="dayTime" />
      </KvRow>
      {endedAt !== null && (
        <KvRow name={t('fields.endedAt')}>
          <DateText value={endedAt} variant="dayTime" />
        </KvRow>
      )}
      <KvRow name={t('fields.runId')}>
        <TextLink to={`/admin/reconcile/${runId}`}>{t('seeRun')}</TextLink>
      </KvRow>
    </KvRows>
  )
}

const Found = ({ found, canChange }: { found: Break; canChange: boolean }) => {
  const t = useText('reconcile')
  return (
    <div className="flex flex-col gap-5">
      <h3 className="text-md font-semibold wrap-anywhere">{t(`values.class.${found.class}`)}</h3>
      <Sides found={found} />
      <NoteBox tone="neutral" title={t('suggestion.title')}>
        {t(`suggestion.${found.class}`)}
      </NoteBox>
      <Facts found={found} />
      {canChange ? (
        <>
          <div>
            <WatchButton found={found} />
          </div>
          <NoteForm key={found.id} found={found} />
        </>
      ) : (
        found.note !== null && (
          <p className="whitespace-pre-line wrap-anywhere">
            {t('fields.note')}: {found.note}
          </p>
        )
      )}
    </div>
  )
}

/** A difference next to the list: both sides, what to do, who looks at it, and the note on it. */
export const BreakDetails = ({ id, row }: { id: string; row: Break | undefined }) => {
  const ui = useText('lists')
  const can = useCan()
  const read = useListPages(listBreaks, {
    query: { id },
    rowsAtOnce: 1,
    live: ['reconciliation.'],
    enabled: row === undefined,
  })
  const shown = row ?? read.rows[0]
  const reads = { read: row === undefined ? read : { ...read, data: [], error: null } }
  const missing = (
    <EmptyState icon={SearchX} title={ui('rowMissing')}>
      {null}
    </EmptyState>
  )
  return (
    <Loaded
      reads={reads}
      failed={ui('rowFailed')}
      missing={missing}
      empty={() => shown === undefined && missing}
    >
      {() => shown && <Found found={shown} canChange={can('reconcile.run') === true} />}
    </Loaded>
  )
}
