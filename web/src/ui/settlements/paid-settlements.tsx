import { listOwnSettlements, listSettlements } from '@cardamom/contract/settlements'
import type { ComponentProps } from 'react'
import { preloadText, useText } from '../../kernel/i18n.tsx'
import { useCall } from '../../kernel/query.ts'
import { TextLink } from '../button.tsx'
import { Rows } from '../list-row.tsx'
import { SectionTitle } from '../panel.tsx'
import { SettlementRow } from './settlement-row.tsx'
import { settlementLive } from './settlement-tones.ts'

preloadText('walletLines')

const shown = 5
/** Above the list of the company's deposits. */
const shownOfCompany = 3

type PaidRow = ComponentProps<typeof SettlementRow>['row'] & { readonly ownerName?: string }
type PaidRows = { readonly items: readonly PaidRow[] }

/** The last settlements that were paid to an owner, among their deposits; nothing for an owner who has none. */
const Settlements = ({
  found,
  all,
  pathOf,
}: {
  found: PaidRows | undefined
  all: string
  pathOf: (id: string) => string
}) => {
  const t = useText('walletLines')
  const [first] = found?.items ?? []
  if (!found || !first) return null
  const { ownerName } = first
  const title = ownerName === undefined ? t('settlement.list') : t('settlement.listOf', { name: ownerName })
  return (
    <>
      <SectionTitle aside={<TextLink to={all}>{t('settlement.all')}</TextLink>}>{title}</SectionTitle>
      <Rows label={title}>
        {found.items.map((row) => (
          <SettlementRow key={row.id} row={row} to={pathOf(row.id)} />
        ))}
      </Rows>
    </>
  )
}

/** The settlements of the reader's own wallets. */
export const PaidSettlements = () => {
  const { data } = useCall(
    listOwnSettlements,
    { input: { status: 'paid', limit: shown }, errors: 'none' },
    { live: settlementLive },
  )
  return (
    <Settlements found={data} all="/wallet/settlements" pathOf={(id) => `/wallet/settlements?open=${id}`} />
  )
}

/** The settlements of a company. The server answers those that the reader may see: of a company below theirs none. */
export const CompanySettlements = ({ companyId }: { companyId: string }) => {
  const { data } = useCall(
    listSettlements,
    { input: { ownerId: companyId, status: 'paid', limit: shownOfCompany }, errors: 'none' },
    { live: settlementLive },
  )
  return (
    <Settlements
      found={data}
      all={`/admin/settlements?ownerId=${companyId}&status=paid`}
      pathOf={(id) => `/admin/settlements/${id}`}
    />
  )
}
