import { listCardOrders } from '@cardamom/contract/orders'
import { ChevronRight, Package } from 'lucide-react'
import { useDates } from '../kernel/dates.tsx'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { Link } from '../kernel/link.tsx'
import { useCall } from '../kernel/query.ts'
import { ButtonLink } from '../ui/button.tsx'
import { SectionTitle } from '../ui/panel.tsx'

preloadText('cardOrders')

const mostOrders = 50

/** Orders whose card is not delivered yet, and the way to another order. */
export const OpenOrders = ({ mayOrder }: { mayOrder: boolean }) => {
  const t = useText('cardOrders')
  const date = useDates()
  const orders = useCall(listCardOrders, { input: { limit: mostOrders } }, { live: ['card_order.', 'card.'] })
  const open = (orders.data?.items ?? []).filter(({ status }) => status === 'paid')
  return (
    <div className="flex flex-col gap-4 pt-6 empty:hidden">
      {open.length > 0 && <SectionTitle>{t('list.title')}</SectionTitle>}
      {open.length > 0 && (
        <ul className="flex flex-col gap-3">
          {open.map(({ id, typeName, createdAt }) => (
            <li key={id}>
              <Link
                to="/cards/request"
                search={{ order: id }}
                className="flex items-center gap-3 rounded-xl border border-line bg-surface p-4 hover:border-ctl"
              >
                <Package aria-hidden size={20} className="shrink-0 text-mute" />
                <span className="min-w-0 grow">
                  <span className="block font-semibold">{typeName}</span>
                  <span className="block text-base text-mute">{date(createdAt, 'day')}</span>
                </span>
                <ChevronRight aria-hidden size={20} className="shrink-0 text-mute" />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {mayOrder && (
        <div>
          <ButtonLink to="/cards/request">{t('list.more')}</ButtonLink>
        </div>
      )}
    </div>
  )
}
