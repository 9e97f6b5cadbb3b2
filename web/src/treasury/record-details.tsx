import {
  getTreasuryOperation,
  type listTreasuryOperations,
} from '@cardamom/contract/treasury/treasury-operations'
import type { WireOf } from '@cardamom/contract/endpoint'
import { SearchX } from 'lucide-react'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCan } from '../kernel/permissions.ts'
import { useCall } from '../kernel/query.ts'
import { TextLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { CurrencyLegs, recordCoins } from './currency-legs.tsx'

type Detail = WireOf<typeof getTreasuryOperation>

const Facts = ({ record }: { record: Detail }) => {
  const t = useText('treasuryOperations')
  const date = useDates()
  const facts = [
    ['kind', t(`values.kind.${record.kind}`)],
    ['ref', record.ref],
    ['status', t(`values.status.${record.status}`)],
    ['amount', moneyText(record.amount)],
    ['coins', recordCoins(record)],
    ['fee', record.fee && moneyText(record.fee)],
    ['value', record.value && moneyText(record.value)],
    ['venue', record.venue],
    ['reference', record.reference],
    ['valuedOn', date(record.valuedOn, 'full')],
    ['proof', record.proof],
    ['reason', record.reason],
    ['requestedByName', record.requestedByName],
    ['approvedByName', record.approvedByName],
    ['recordedAt', date(record.recordedAt, 'dayTime')],
  ] as const
  return (
    <KvRows>
      {facts.map(
        ([name, value]) =>
          value && (
            <KvRow key={name} name={t(`fields.${name}`)}>
              <span className="wrap-anywhere">{value}</span>
            </KvRow>
          ),
      )}
    </KvRows>
  )
}

/** The accounts of each journal of a record, debit and credit; who may read the ledger opens it there. */
const Journals = ({ journals }: Pick<Detail, 'journals'>) => {
  const t = useText('treasuryOperations')
  const date = useDates()
  const can = useCan()
  return journals.map(({ id, effectiveAt, legs }) => (
    <div key={id}>
      <CurrencyLegs legs={legs} />
      <p className="flex flex-wrap justify-between gap-x-4 border-t border-line2 pt-2 text-mute">
        <span>{date(effectiveAt, 'dayTime')}</span>
        {can('ledger.view') === true && (
          <TextLink to={`/admin/ledger/journals/${id}`}>{t('openJournal')}</TextLink>
        )}
      </p>
    </div>
  ))
}

/** A record of the treasury next to the list, with both sides of its journals. */
export const TreasuryRecordDetails = ({
  id,
}: {
  id: string
  row: RowOf<typeof listTreasuryOperations> | undefined
}) => {
  const ui = useText('lists')
  const record = useCall(
    getTreasuryOperation,
    { params: { id }, errors: 'none' },
    { live: ['treasury.recorded', 'issuer.funded'] },
  )
  return (
    <Loaded
      reads={{ record }}
      failed={ui('rowFailed')}
      missing={
        <EmptyState icon={SearchX} title={ui('rowMissing')}>
          {null}
        </EmptyState>
      }
    >
      {({ record: found }) => (
        <div className="flex flex-col gap-6">
          <Facts record={found} />
          <Journals journals={found.journals} />
        </div>
      )}
    </Loaded>
  )
}
