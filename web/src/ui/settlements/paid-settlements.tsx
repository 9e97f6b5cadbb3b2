import { listOwnSettlements, listSettlements } from '@cardamom/contract/settlements'
import type { ComponentProps } from 'react'
import { preloadText, useText } from '../../kernel/i18n.tsx'
import { useCall } from '../../kernel/query.ts'
import { TextLink } from '../button.tsx'
import { Rows } from '../list-row.tsx'
import { Loaded, type FailedRead } from '../loaded.tsx'
import { SectionTitle } from '../panel.tsx'
import { SettlementRow } from './settlement-row.tsx'
import { settlementLive } from './settlement-tones.ts'

preloadText('walletLines')

const shown = 5
/** Above the list of the company's deposits. */
const shownOfCompany = 3

type PaidRow = ComponentProps<typeof SettlementRow>['row'] & { readonly ownerName?: string }
type PaidRows = { readonly items: readonly PaidRow[] }
type Paid = FailedRead & { readonly data: PaidRows | undefined }

/** The last settlements that were paid to an owner, among their deposits; nothing for an owner who has none. */
const Settlements = ({
  found,
  all,
  pathOf,
}: {
  found: Paid
  all: string
  pathOf: (id: string) => string
}) => {
  const t = useText('walletLines')
  const titleOf = (row: PaidRow | undefined) =>
    row?.ownerName === undefined ? t('settlement.list') : t('settlement.listOf', { name: row.ownerName })
  return (
    <Loaded
      reads={{ found }}
      waiting={null}
      failed={({ error, note }) => error.status !== 403 && note(t('settlement.failedList'))}
    >
      {({ found: { items } }) =>
        items.length > 0 && (
          <>
            <SectionTitle aside={<TextLink to={all}>{t('settlement.all')}</TextLink>}>
              {titleOf(items[0])}
            </SectionTitle>
            <Rows label={titleOf(items[0])}>
              {items.map((row) => (
                <SettlementRow key={row.id} row={row} to={pathOf(row.id)} />
              ))}
            </Rows>
          </>
        )
      }
    </Loaded>
  )
}

/** The settlements of the reader's own wallets. */
export const PaidSettlements = () => {
  const found = useCall(
    listOwnSettlements,
    { input: { status: 'paid', limit: shown }, errors: 'none' },
    { live: settlementLive },
  )
  return (
    <Settlements found={found} all="/wallet/settlements" pathOf={(id) => `/wallet/settlements?open=${id}`} />
  )
}

/** The settlements of a company. The server answers those that the reader may see: of a company below theirs none. */
export const CompanySettlements = ({ companyId }: { companyId: string }) => {
  const found = useCall(
    listSettlements,
    { input: { ownerId: companyId, status: 'paid', limit: shownOfCompany }, errors: 'none' },
    { live: settlementLive },
  )
  return (
    <Settlements
      found={found}
      all={`/admin/settlements?ownerId=${companyId}&status=paid`}
      pathOf={(id) => `/admin/settlements/${id}`}
    />
  )
}
