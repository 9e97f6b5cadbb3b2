import { getOwnSettlement } from '@cardamom/contract/settlements'
import { SearchX } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { useCall } from '../kernel/query.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page, Stack } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Status } from '../ui/status.tsx'
import { OwnSettlementFiles } from './settlement-files.tsx'
import { OtherLines, OwnSettlementShares } from './settlement-lines.tsx'
import { SettlementBalances, SettlementFlow, SettlementNote, SettlementSteps } from './settlement-parts.tsx'
import { UpTo } from '../ui/settlements/up-to.tsx'
import { settlementLive, settlementTones } from '../ui/settlements/settlement-tones.ts'

/** A settlement of one of the reader's wallets. */
export const OwnSettlement = ({ id }: { id: string }) => {
  const t = useText('walletLines')
  const settlement = useCall(getOwnSettlement, { params: { id }, errors: 'none' }, { live: settlementLive })
  return (
    <Page>
      <Loaded
        reads={{ settlement }}
        waiting={<Skeleton className="h-96" />}
        failed={t('settlement.failed')}
        missing={
          <EmptyState
            icon={SearchX}
            title={t('settlement.missing')}
            titleAs="h1"
            action={<ButtonLink to="/wallet/settlements">{t('settlement.all')}</ButtonLink>}
          >
            {null}
          </EmptyState>
        }
      >
        {({ settlement: found }) => (
          <Stack>
            <PageHeader
              title={t('settlement.title', { ref: found.ref })}
              back="/wallet/settlements"
              status={
                <Status tone={settlementTones[found.status]}>{t(`settlement.status.${found.status}`)}</Status>
              }
              facts={[t(`settlement.wallet.${found.wallet}`), <UpTo key="at" at={found.periodEnd} />]}
            />
            <SettlementNote settlement={found} />
            <SettlementFlow figures={found.figures} reference={found.ref} isVoid={found.status === 'void'} />
            <SettlementBalances settlement={found} />
            <OtherLines lines={found.lines} />
            <OwnSettlementShares settlementId={id} />
            <OwnSettlementFiles settlement={found} />
            <SettlementSteps settlement={found} />
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}
