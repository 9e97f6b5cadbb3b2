import type { WireOf } from '@cardamom/contract/endpoint'
import { getOwnTransfer } from '@cardamom/contract/transfers/own-transfers'
import { SearchX } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCall } from '../kernel/query.ts'
import { ofPeople } from '../kernel/read-again.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { DateText } from '../ui/money.tsx'
import { Page, Stack } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Status, type Tone } from '../ui/status.tsx'
import { RelatedRecord } from '../ui/wallets/related-record.tsx'

type Transfer = WireOf<typeof getOwnTransfer>

const all = '/wallet/transfers'
export const ownTransferTones: Record<Transfer['status'], Tone> = {
  pending: 'warn',
  completed: 'good',
  cancelled: 'neutral',
  reversed: 'neutral',
}

/** Who is on the other side of a transfer, and whether the money came or went. */
export const useSideText = () => {
  const t = useText('ownTransfers')
  return ({ direction, otherName }: Pick<Transfer, 'direction' | 'otherName'>): string => {
    const name = otherName === '' ? t('other') : otherName
    return direction === 'sent' ? t('sentTo', { name }) : t('receivedFrom', { name })
  }
}

const Related = ({ reversalOf, reversedBy }: Transfer) => {
  const t = useText('ownTransfers')
  return (
    <>
      {reversalOf && (
        <RelatedRecord record={reversalOf} title={t('returns', { ref: reversalOf.ref })} to={all} />
      )}
      {reversedBy && (
        <RelatedRecord record={reversedBy} title={t('returned', { ref: reversedBy.ref })} to={all} />
      )}
    </>
  )
}

const Facts = ({ found }: { found: Transfer }) => {
  const t = useText('ownTransfers')
  const { ref, kind, wallet, amount, fee, before, after, reference, madeAt } = found
  return (
    <Panel>
      <KvRows>
        <KvRow name={t('fields.amount')} total>
          {moneyText(amount)}
        </KvRow>
        {fee !== null && <KvRow name={t('fields.fee')}>{moneyText(fee)}</KvRow>}
        <KvRow name={t('fields.wallet')}>{t(`values.wallet.${wallet}`)}</KvRow>
        {before !== null && after !== null && (
          <KvRow name={t('balance')}>
            {t('change', { before: moneyText(before), after: moneyText(after) })}
          </KvRow>
        )}
        <KvRow name={t('fields.kind')}>{t(`values.kind.${kind}`)}</KvRow>
        <KvRow name={t('fields.ref')}>{ref}</KvRow>
        {reference !== null && (
          <KvRow name={t('fields.reference')}>
            <span className="wrap-anywhere">{reference}</span>
          </KvRow>
        )}
        <KvRow name={t('made')}>
          <DateText value={madeAt} variant="dayTime" />
        </KvRow>
      </KvRows>
    </Panel>
  )
}

/** A transfer from or to one of the reader's wallets. */
export const OwnTransfer = ({ id }: { id: string }) => {
  const t = useText('ownTransfers')
  const sideOf = useSideText()
  const transfer = useCall(
    getOwnTransfer,
    { params: { id }, errors: 'none' },
    { live: ['transfer.'], againMs: ({ status }) => status === 'pending' && ofPeople },
  )
  return (
    <Page>
      <Loaded
        reads={{ transfer }}
        waiting={<Skeleton className="h-96" />}
        failed={t('failed')}
        missing={
          <EmptyState
            icon={SearchX}
            title={t('missing')}
            titleAs="h1"
            action={<ButtonLink to={all}>{t('all')}</ButtonLink>}
          >
            {null}
          </EmptyState>
        }
      >
        {({ transfer: found }) => (
          <Stack>
            <PageHeader
              title={t('titleOf', { ref: found.ref })}
              back={all}
              status={
                <Status tone={ownTransferTones[found.status]}>{t(`values.status.${found.status}`)}</Status>
              }
              facts={[sideOf(found)]}
            />
            <Related {...found} />
            <Facts found={found} />
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}
