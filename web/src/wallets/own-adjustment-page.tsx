import type { WireOf } from '@cardamom/contract/endpoint'
import { getOwnAdjustment, listOwnAdjustments } from '@cardamom/contract/wallets/wallet-adjustments'
import { SearchX, SlidersHorizontal } from 'lucide-react'
import { useDates } from '../kernel/dates.tsx'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCall } from '../kernel/query.ts'
import { useQueryParams } from '../kernel/router.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { Row, Rows } from '../ui/list-row.tsx'
import { EndOfRows } from '../ui/list/end-of-rows.tsx'
import { ExportCsv } from '../ui/list/export-csv.tsx'
import { useListPages, type RowOf } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { DateText } from '../ui/money.tsx'
import { Page, Stack } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { Skeleton, SkeletonRows } from '../ui/skeleton.tsx'
import { RelatedRecord } from '../ui/wallets/related-record.tsx'

preloadText('ownAdjustments')

type Adjustment = WireOf<typeof getOwnAdjustment>

const all = '/wallet/adjustments'

const Facts = ({ found }: { found: Adjustment }) => {
  const t = useText('ownAdjustments')
  const { ref, type, wallet, amount, before, after, reason, adjustedAt } = found
  return (
    <Panel>
      <KvRows>
        <KvRow name={t('amount')} total>
          {moneyText(type === 'debit' ? `-${amount}` : amount, { sign: 'always' })}
        </KvRow>
        <KvRow name={t('wallet')}>{t(`wallets.${wallet}`)}</KvRow>
        {before !== null && after !== null && (
          <KvRow name={t('balance')}>
            {t('change', { before: moneyText(before), after: moneyText(after) })}
          </KvRow>
        )}
        <KvRow name={t('ref')}>{ref}</KvRow>
        <KvRow name={t('made')}>
          <DateText value={adjustedAt} variant="dayTime" />
        </KvRow>
        <KvRow name={t('note')}>
          <span className="wrap-anywhere">{reason}</span>
        </KvRow>
      </KvRows>
    </Panel>
  )
}

const Missing = () => {
  const t = useText('ownAdjustments')
  return (
    <EmptyState
      icon={SearchX}
      title={t('missing')}
      titleAs="h1"
      action={<ButtonLink to={all}>{t('title')}</ButtonLink>}
    >
      {null}
    </EmptyState>
  )
}

const OwnAdjustment = ({ id }: { id: string }) => {
  const t = useText('ownAdjustments')
  const adjustment = useCall(getOwnAdjustment, { params: { id }, errors: 'none' }, { live: ['wallet.'] })
  return (
    <Loaded
      reads={{ adjustment }}
      waiting={<Skeleton className="h-96" />}
      failed={t('failed')}
      missing={<Missing />}
    >
      {({ adjustment: found }) => (
        <Stack>
          <PageHeader title={t('titleOf', { ref: found.ref })} back={all} facts={[t(`type.${found.type}`)]} />
          {found.reversalOf && (
            <RelatedRecord
              record={found.reversalOf}
              title={t('undoes', { ref: found.reversalOf.ref })}
              to={all}
            />
          )}
          {found.reversedBy && (
            <RelatedRecord
              record={found.reversedBy}
              title={t('undone', { ref: found.reversedBy.ref })}
              to={all}
            />
          )}
          <Facts found={found} />
        </Stack>
      )}
    </Loaded>
  )
}

const AdjustmentRow = ({
  id,
  ref,
  type,
  wallet,
  amount,
  reason,
  adjustedAt,
}: RowOf<typeof listOwnAdjustments>) => {
  const t = useText('ownAdjustments')
  const date = useDates()
  const facts = [ref, wallet !== null && t(`wallets.${wallet}`), date(adjustedAt, 'dayTime')]
  return (
    <Row
      icon={SlidersHorizontal}
      title={t(`type.${type}`)}
      value={moneyText(type === 'debit' ? `-${amount}` : amount, { sign: 'always' })}
      below={facts.filter(Boolean).join(' · ')}
      more={<span className="wrap-anywhere text-mute">{reason}</span>}
      to={`${all}?open=${id}`}
    />
  )
}

const OwnAdjustments = () => {
  const t = useText('ownAdjustments')
  const found = useListPages(listOwnAdjustments, { query: {}, live: ['wallet.'] })
  return (
    <Stack>
      <PageHeader
        title={t('title')}
        back="/wallet"
        actions={<ExportCsv list={listOwnAdjustments} query={{}} count={found.count} />}
      />
      <Loaded
        reads={{ found }}
        waiting={<SkeletonRows rows={5} />}
        failed={t('failedList')}
        empty={() =>
          found.rows.length === 0 && (
            <EmptyState icon={SlidersHorizontal} title={t('empty.title')}>
              {t('empty.body')}
            </EmptyState>
          )
        }
      >
        {() => (
          <>
            <Rows label={t('title')}>
              {found.rows.map((row) => (
                <AdjustmentRow key={row.id} {...row} />
              ))}
            </Rows>
            <EndOfRows pages={found} />
          </>
        )}
      </Loaded>
    </Stack>
  )
}

/** Adjustments of the reader's wallets, and one of them with `?open=`: `/wallet/adjustments`. */
export const OwnAdjustmentPage = () => {
  const [{ open }] = useQueryParams()
  return <Page>{open === undefined ? <OwnAdjustments /> : <OwnAdjustment key={open} id={open} />}</Page>
}
