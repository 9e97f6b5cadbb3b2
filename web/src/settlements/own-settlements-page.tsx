import { listOwnSettlements } from '@cardamom/contract/settlements'
import { Handshake } from 'lucide-react'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useQueryParams } from '../kernel/router.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Rows } from '../ui/list-row.tsx'
import { EndOfRows } from '../ui/list/end-of-rows.tsx'
import { ExportCsv } from '../ui/list/export-csv.tsx'
import { useListPages } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { Page, Stack } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { OwnSettlement } from './own-settlement.tsx'
import { SettlementRow } from '../ui/settlements/settlement-row.tsx'
import { settlementLive } from '../ui/settlements/settlement-tones.ts'

preloadText('walletLines')

const OwnSettlements = () => {
  const t = useText('walletLines')
  const found = useListPages(listOwnSettlements, { query: {}, live: settlementLive })
  return (
    <Page>
      <PageHeader
        title={t('settlement.list')}
        back="/wallet"
        actions={<ExportCsv list={listOwnSettlements} query={{}} count={found.count} />}
      />
      <Stack>
        <Loaded
          reads={{ found }}
          waiting={<SkeletonRows rows={5} />}
          failed={t('settlement.failedList')}
          empty={() =>
            found.rows.length === 0 && (
              <EmptyState icon={Handshake} title={t('settlement.empty')}>
                {t('settlement.emptyHelp')}
              </EmptyState>
            )
          }
        >
          {() => (
            <>
              <Rows label={t('settlement.list')}>
                {found.rows.map((row) => (
                  <SettlementRow key={row.id} row={row} to={`/wallet/settlements?open=${row.id}`} />
                ))}
              </Rows>
              <EndOfRows pages={found} />
            </>
          )}
        </Loaded>
      </Stack>
    </Page>
  )
}

/** Settlements of the reader's wallets, and one of them with `?open=`: `/wallet/settlements`. */
export const OwnSettlementsPage = () => {
  const [{ open }] = useQueryParams()
  return open === undefined ? <OwnSettlements /> : <OwnSettlement key={open} id={open} />
}
