import { listReferredPeople, referrers } from '@cardamom/contract/shares/referred-people'
import { Share2 } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCan } from '../kernel/permissions.ts'
import { TextLink } from '../ui/button.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'

const Name = ({ id, name }: RowOf<typeof listReferredPeople>) => {
  const can = useCan()
  return can('users.view') ? <TextLink to={`/admin/users/${id}`}>{name}</TextLink> : name
}

/** People who came with a seller or referral code: `/admin/referrals`. */
export const ReferredPeoplePage = () => {
  const t = useText('referredPeople')
  return (
    <ListPage
      list={listReferredPeople}
      texts="referredPeople"
      columns={[
        { name: 'name', onPhone: 'title', cell: (row) => <Name {...row} /> },
        { name: 'companyName', onPhone: 'detail' },
        { name: 'by', onPhone: 'end' },
        { name: 'referredByName', onPhone: 'detail' },
        { name: 'code' },
        {
          name: 'earned',
          align: 'end',
          onPhone: 'end',
          cell: ({ earned }) => earned !== null && moneyText(earned),
        },
        { name: 'createdAt' },
      ]}
      details={[{ name: 'earnsUntil' }, { name: 'referrals' }]}
      tabs={referrers.map((tab) => ({ tab, name: t(`values.by.${tab}`) }))}
      icon={Share2}
      live={['user.']}
    />
  )
}
