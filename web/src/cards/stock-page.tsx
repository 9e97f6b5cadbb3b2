import { listCardStock } from '@cardamom/contract/cards/card-stock'
import { FileUp, PackageOpen } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ListPage } from '../ui/list/list-page.tsx'

const ImportCards = () => {
  const t = useText('cardStock')
  const can = useCan()
  if (!can('cards.request.process')) return null
  return (
    <ButtonLink to="/admin/cards/stock/import" variant="primary" icon={FileUp}>
      {t('import.button')}
    </ButtonLink>
  )
}

/** Physical cards without a name that can be assigned: `/admin/cards/stock`. */
export const StockPage = () => (
  <ListPage
    list={listCardStock}
    texts="cardStock"
    columns={[
      { name: 'serial', onPhone: 'title' },
      { name: 'type', onPhone: 'detail' },
      { name: 'bin' },
      { name: 'lastDigits', onPhone: 'end' },
      { name: 'expiry', onPhone: 'detail' },
      { name: 'createdAt' },
    ]}
    primary={<ImportCards />}
    icon={PackageOpen}
  />
)
