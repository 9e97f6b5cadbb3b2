import { listLedgerPostings } from '@cardamom/contract/reports/ledger-journals'
import { ListTree } from 'lucide-react'
import { useIsDesktop } from '../kernel/breakpoint.ts'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { useQueryParams } from '../kernel/router.tsx'
import { TextLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Row, Rows } from '../ui/list-row.tsx'
import { EndOfRows } from '../ui/list/end-of-rows.tsx'
import { ExportCsv } from '../ui/list/export-csv.tsx'
import { useListPages, type RowOf } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { DateText } from '../ui/money.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { LedgerMoney, journalPage, ledgerText } from './ledger-parts.tsx'

type Posting = RowOf<typeof listLedgerPostings>

const useKindText = () => {
  const t = useText('ledger')
  const kinds = useText('ledgerPostings')
  return ({ kind, isReversal }: Posting) => {
    const name = kinds(`values.kind.${kind}`)
    return isReversal ? t('account.reversal', { kind: name }) : name
  }
}

const PostingTable = ({ rows }: { rows: readonly Posting[] }) => {
  const t = useText('ledgerPostings')
  const kindOf = useKindText()
  const head = 'px-4 py-2 font-medium whitespace-nowrap'
  const cell = 'px-4 py-2.5 text-right'
  return (
    <div className="overflow-x-auto rounded-xl border border-line bg-surface">
      <table className="w-full text-base">
        <thead>
          <tr className="text-xs text-mute">
            <th scope="col" className={`${head} text-left`}>
              {t('fields.effectiveAt')}
            </th>
            <th scope="col" className={`${head} text-left`}>
              {t('fields.kind')}
            </th>
            {(['amount', 'before', 'after'] as const).map((name) => (
              <th key={name} scope="col" className={`${head} text-right`}>
                {t(`fields.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className="border-t border-line2">
              <td className="px-4 py-2.5 whitespace-nowrap text-mute">
                <DateText value={row.effectiveAt} variant="dayTime" />
              </td>
              <td className="px-4 py-2.5">
                <TextLink {...journalPage(row.journalId)}>{kindOf(row)}</TextLink>
                <span className="block text-sm text-mute">{t(`values.side.${row.side}`)}</span>
              </td>
              <td className={`${cell} font-medium`}>
                <LedgerMoney amount={row.amount} currency={row.currency} />
              </td>
              <td className={`${cell} text-mute`}>
                <LedgerMoney amount={row.before} currency={row.currency} />
              </td>
              <td className={cell}>
                <LedgerMoney amount={row.after} currency={row.currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const PostingCards = ({ rows }: { rows: readonly Posting[] }) => {
  const t = useText('ledger')
  const kindOf = useKindText()
  const date = useDates()
  return (
    <Rows label={t('account.postings')}>
      {rows.map((row) => (
        <Row
          key={row.id}
          {...journalPage(row.journalId)}
          title={kindOf(row)}
          value={<LedgerMoney amount={row.amount} currency={row.currency} />}
          below={date(row.effectiveAt, 'dayTime')}
          more={t('account.changes', {
            before: ledgerText(row.before, row.currency),
            after: ledgerText(row.after, row.currency),
          })}
        />
      ))}
    </Rows>
  )
}

const Day = ({ name, label }: { name: 'from' | 'to'; label: string }) => {
  const [query, change] = useQueryParams()
  return (
    <label className="inline-flex h-11 items-center gap-2 rounded-full border border-line bg-surface px-4 font-medium has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand md:h-8 md:px-3 md:text-base">
      {label}
      <input
        type="date"
        value={query[name] ?? ''}
        min={name === 'to' ? query['from'] : undefined}
        max={name === 'from' ? query['to'] : undefined}
        onChange={(event) => change({ [name]: event.target.value === '' ? undefined : event.target.value })}
        className="num bg-transparent font-normal outline-none"
      />
    </label>
  )
}

/** The postings of an account, the last first; of some days, if the address has them. */
export const AccountPostings = ({ accountId }: { accountId: string }) => {
  const t = useText('ledger')
  const isDesktop = useIsDesktop()
  const [{ from, to }] = useQueryParams()
  const query = { accountId, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
  const pages = useListPages(listLedgerPostings, { query })
  return (
    <section aria-label={t('account.postings')} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3 pt-2">
        <h2 className="text-md font-semibold">{t('account.postings')}</h2>
        <span className="flex flex-wrap items-center gap-2">
          <Day name="from" label={t('account.from')} />
          <Day name="to" label={t('account.to')} />
          <ExportCsv list={listLedgerPostings} query={query} count={pages.count} />
        </span>
      </div>
      <Loaded
        reads={{ pages }}
        waiting={<SkeletonRows rows={5} />}
        failed={t('account.postingsFailed')}
        empty={() =>
          pages.rows.length === 0 && (
            <EmptyState icon={ListTree} title={t('account.none')}>
              {t('account.noneBody')}
            </EmptyState>
          )
        }
      >
        {() => (
          <>
            {isDesktop ? <PostingTable rows={pages.rows} /> : <PostingCards rows={pages.rows} />}
            <EndOfRows pages={pages} />
          </>
        )}
      </Loaded>
    </section>
  )
}
