import type { WireOf } from '@cardamom/contract/endpoint'
import { getOwnAdjustment } from '@cardamom/contract/wallets/wallet-adjustments'
import { SearchX } from 'lucide-react'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCall } from '../kernel/query.ts'
import { useQueryParams } from '../kernel/router.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { DateText } from '../ui/money.tsx'
import { Page, Stack } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
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
      action={<ButtonLink to="/wallet/lines">{t('lines')}</ButtonLink>}
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
          <PageHeader
            title={t('titleOf', { ref: found.ref })}
            back={`/wallet/lines?wallet=${found.wallet}`}
            facts={[t(`type.${found.type}`)]}
          />
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

/** An adjustment of one of the reader's wallets, named by `?open=`: `/wallet/adjustments`. */
export const OwnAdjustmentPage = () => {
  const [{ open }] = useQueryParams()
  return <Page>{open === undefined ? <Missing /> : <OwnAdjustment key={open} id={open} />}</Page>
}
