import { listSettlements } from '@cardamom/contract/settlements'
import { Handshake, Plus } from 'lucide-react'
import { part } from '../kernel/deferred.tsx'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCan } from '../kernel/permissions.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { settlementLive, settlementTones } from '../ui/settlements/settlement-tones.ts'

type Row = RowOf<typeof listSettlements>

const Drawer = part(() => import('./settlement-drawer.tsx'), 'SettlementDrawer', {
  fallback: <SkeletonRows rows={8} />,
})

const New = () => {
  const t = useText('settlements')
  const can = useCan()
  if (can('settlements.create') !== true) return null
  return (
    <ButtonLink to="/admin/settlements/new" variant="primary" icon={Plus}>
      {t('form.add')}
    </ButtonLink>
  )
}

const Owner = ({ ownerName, companyName, ref }: Row) => (
  <>
    <span className="block font-medium wrap-anywhere">{ownerName === '' ? companyName : ownerName}</span>
    <span className="num block text-base wrap-anywhere text-mute md:text-sm md:whitespace-nowrap">{ref}</span>
  </>
)

/** What is paid; before that, the sum that its shares and lines by hand are. */
const Paid = ({ paid }: Row) => <span className="num">{paid === null ? '–' : moneyText(paid)}</span>

/** Settlements of the beneficiaries that the admin may see: `/admin/settlements`. */
export const SettlementsPage = () => {
  const t = useText('settlements')
  return (
    <ListPage
      list={listSettlements}
      texts="settlements"
      columns={[
        {
          name: 'ownerName',
          onPhone: 'title',
          cell: (row) => <Owner {...row} />,
          file: ['ref', 'ownerName'],
        },
        { name: 'status', onPhone: 'end', tones: settlementTones },
        { name: 'tier' },
        { name: 'wallet', onPhone: 'detail' },
        { name: 'periodEnd', onPhone: 'detail' },
        { name: 'shares' },
        { name: 'matured' },
        { name: 'paid', onPhone: 'end', align: 'end', cell: (row) => <Paid {...row} /> },
      ]}
      details={[
        { name: 'companyName' },
        { name: 'ownerKind' },
        { name: 'manual' },
        { name: 'recovered' },
        { name: 'allowance' },
        { name: 'isAutomatic' },
        { name: 'waitsFor' },
        { name: 'paidAt' },
      ]}
      tabs={(['1', '2', '3', '4'] as const).map((tier) => ({
        tab: `tier${tier}` as const,
        name: t(`values.tier.${tier}`),
      }))}
      icon={Handshake}
      live={settlementLive}
      drawer={Drawer}
      primary={<New />}
    />
  )
}
