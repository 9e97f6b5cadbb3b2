import { getSettlement } from '@cardamom/contract/settlements'
import type { WireOf } from '@cardamom/contract/endpoint'
import { SearchX } from 'lucide-react'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { useCall } from '../kernel/query.ts'
import { usePathParam } from '../kernel/router.tsx'
import { ButtonLink, TextLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { PageWithAside, Stack } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Status } from '../ui/status.tsx'
import { PostingsTable } from '../ui/wallets/postings-table.tsx'
import { SettlementActions } from './settlement-actions.tsx'
import { SettlementFiles } from './settlement-files.tsx'
import { OtherLines, SettlementShares } from './settlement-lines.tsx'
import { SettlementBalances, SettlementFlow, SettlementNote, SettlementSteps } from './settlement-parts.tsx'
import { UpTo } from '../ui/settlements/up-to.tsx'
import { settlementLive, settlementTones } from '../ui/settlements/settlement-tones.ts'

preloadText('settlements')
preloadText('walletMoney')

type Detail = WireOf<typeof getSettlement>

const OwnerLink = ({ ownerId, ownerName }: Pick<Detail, 'ownerId' | 'ownerName'>) => {
  const can = useCan()
  if (can('wallets.view') !== true) return ownerName
  return <TextLink to={`/admin/wallets/${ownerId}`}>{ownerName}</TextLink>
}

const Shown = ({ found }: { found: Detail }) => {
  const t = useText('settlements')
  const d = useText('walletLines')
  const { ref, status, tier, wallet, periodEnd, legs, reason, voidReason } = found
  return (
    <Stack>
      <PageHeader
        title={d('settlement.title', { ref })}
        back="/admin/settlements"
        status={<Status tone={settlementTones[status]}>{d(`settlement.status.${status}`)}</Status>}
        facts={[
          <OwnerLink key="owner" {...found} />,
          t(`values.tier.${String(tier) as '1' | '2' | '3' | '4'}`),
          d(`settlement.wallet.${wallet}`),
          <UpTo key="at" at={periodEnd} />,
        ]}
      />
      <SettlementActions settlement={found} />
      <PageWithAside
        aside={
          <>
            <SettlementBalances settlement={found} />
            <SettlementFiles settlement={found} />
            <SettlementSteps settlement={found} reasons={{ drawnUp: reason, voided: voidReason }} />
            {legs.length > 0 && (
              <Panel>
                <PostingsTable legs={legs} />
              </Panel>
            )}
          </>
        }
      >
        <SettlementNote settlement={found} />
        <SettlementFlow figures={found.figures} reference={found.ref} isVoid={found.status === 'void'} />
        <OtherLines lines={found.lines} linksLoads />
        <SettlementShares settlementId={found.id} />
      </PageWithAside>
    </Stack>
  )
}

/** A settlement with its lines and decisions: `/admin/settlements/:id`. */
export const SettlementPage = () => {
  const d = useText('walletLines')
  const id = usePathParam('id')
  const settlement = useCall(getSettlement, { params: { id }, errors: 'none' }, { live: settlementLive })
  return (
    <div className="mx-auto w-full max-w-290">
      <Loaded
        reads={{ settlement }}
        waiting={<Skeleton className="h-96" />}
        failed={d('settlement.failed')}
        missing={
          <EmptyState
            icon={SearchX}
            title={d('settlement.missing')}
            titleAs="h1"
            action={<ButtonLink to="/admin/settlements">{d('settlement.all')}</ButtonLink>}
          >
            {null}
          </EmptyState>
        }
      >
        {({ settlement: found }) => <Shown found={found} />}
      </Loaded>
    </div>
  )
}
