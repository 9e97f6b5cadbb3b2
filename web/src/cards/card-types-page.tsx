import { listCardTypes } from '@cardamom/contract/cards/card-types'
import { Plus, Shapes } from 'lucide-react'
import { part } from '../kernel/deferred.tsx'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { CatalogueState } from './catalogue-state.tsx'

const CardTypeDrawer = part(() => import('./card-type-drawer.tsx'), 'CardTypeDrawer', {
  fallback: <SkeletonRows rows={6} />,
})

const NewType = () => {
  const t = useText('cardTypes')
  const can = useCan()
  if (!can('card_types.manage')) return null
  return (
    <ButtonLink to="/admin/card-types/new" variant="primary" icon={Plus}>
      {t('new.title')}
    </ButtonLink>
  )
}

/** Types of cards, as cardholders see them: `/admin/card-types`. */
export const CardTypesPage = () => (
  <ListPage
    list={listCardTypes}
    texts="cardTypes"
    columns={[
      { name: 'name', onPhone: 'title' },
      { name: 'code', onPhone: 'detail' },
      { name: 'kind', onPhone: 'detail' },
      { name: 'price', onPhone: 'end' },
      { name: 'replacementPrice' },
      { name: 'state', onPhone: 'detail', cell: (row) => <CatalogueState {...row} variant="plain" /> },
      { name: 'createdAt' },
    ]}
    primary={<NewType />}
    drawer={CardTypeDrawer}
    icon={Shapes}
  />
)
