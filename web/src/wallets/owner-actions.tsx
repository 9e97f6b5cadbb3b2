import type { getWallets } from '@cardamom/contract/wallets/wallet-records'
import type { WireOf } from '@cardamom/contract/endpoint'
import { ArrowLeftRight, Banknote, Coins, CreditCard, Handshake, Scale } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { useSession } from '../kernel/session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { LinkMenu, type MenuLink } from '../ui/link-menu.tsx'

type Owner = WireOf<typeof getWallets>['owner']

/** With more of them, the less frequent ones are in a menu. */
const mostButtons = 3
const buttonsWithMenu = 2

/** What the reader may do with the wallets of an owner, the most frequent first. */
const useLinks = ({ id, kind }: Owner): MenuLink[] => {
  const t = useText('walletList')
  const can = useCan()
  const isCompany = kind === 'company'
  const isOwn = useSession().user?.user_company.id === id
  const transfers = can('transfers.create') === true
  const withdraws = isOwn && can('withdrawals.create') === true
  const deposits =
    isCompany && can('deposits.view') === true && (withdraws || can('deposits.create') === true)
  const links: readonly (MenuLink & { readonly isOpen: boolean })[] = [
    {
      isOpen: transfers,
      to: `/admin/transfers/new?from=${id}`,
      icon: ArrowLeftRight,
      text: t('transfer'),
    },
    { isOpen: withdraws, to: '/admin/withdrawals/new', icon: Banknote, text: t('withdraw') },
    {
      isOpen: transfers && isCompany,
      to: `/admin/transfers/to-card?from=${id}`,
      icon: CreditCard,
      text: t('toCard'),
    },
    {
      isOpen: deposits,
      to: `/admin/wallets/deposits/crypto?company=${id}`,
      icon: Coins,
      text: t('depositCoins'),
    },
    {
      isOpen: can('settlements.view') === true,
      to: `/admin/settlements?ownerId=${id}`,
      icon: Handshake,
      text: t('settlements'),
    },
    {
      isOpen: can('wallets.adjust') === true,
      to: `/admin/wallets/adjust?owner=${id}`,
      icon: Scale,
      text: t('adjust'),
    },
  ]
  return links.filter(({ isOpen }) => isOpen)
}

/** What the reader may do with these wallets. */
export const OwnerActions = ({ owner }: { owner: Owner }) => {
  const t = useText('walletList')
  const links = useLinks(owner)
  const shown = links.length > mostButtons ? links.slice(0, buttonsWithMenu) : links
  const others = links.slice(shown.length)
  return (
    <>
      {others.length > 0 && <LinkMenu label={t('more')} links={others} />}
      {shown.toReversed().map(({ to, icon, text }) => (
        <ButtonLink key={to} to={to} icon={icon} variant={to === links[0]?.to ? 'primary' : 'outline'}>
          {text}
        </ButtonLink>
      ))}
    </>
  )
}
