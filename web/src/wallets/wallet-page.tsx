import { Loaded } from '../ui/loaded.tsx'
import type { WireOf } from '@cardamom/contract/endpoint'
import { readWallet } from '@cardamom/contract/wallets'
import { getOwnWallets } from '@cardamom/contract/wallets/wallet-records'
import { ArrowDownToLine, ArrowUpFromLine, Clock, Handshake, ListTree, SlidersHorizontal } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCall } from '../kernel/query.ts'
import { Row, Rows } from '../ui/list-row.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Figure, Figures, Panel, SectionTitle } from '../ui/panel.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { WalletPanels } from './wallet-panels.tsx'
import { WalletFrame, walletLive } from './wallet-parts.tsx'

type Money = WireOf<typeof readWallet>

/** Both wallets of a person who earns shares of fees. */
const Earnings = () => {
  const t = useText('wallets')
  const wallets = useCall(getOwnWallets, {}, { live: walletLive })
  return (
    <>
      <SectionTitle>{t('earnings')}</SectionTitle>
      <Loaded reads={{ wallets }} waiting={<Skeleton className="h-64" />} failed={`${t('failed')}.`}>
        {(found) => <WalletPanels {...found.wallets} />}
      </Loaded>
      <Rows>
        <Row icon={ListTree} tone="brand" title={t('lines')} below={t('linesBelow')} to="/wallet/lines" />
        <Row
          icon={Handshake}
          title={t('views.settlements')}
          below={t('settlementsBelow')}
          to="/wallet/settlements"
        />
        <Row
          icon={ArrowUpFromLine}
          title={t('transfers')}
          below={t('transfersBelow')}
          to="/wallet/transfers"
        />
        <Row
          icon={SlidersHorizontal}
          title={t('adjustments')}
          below={t('adjustmentsBelow')}
          to="/wallet/adjustments"
        />
        <Row
          icon={ArrowUpFromLine}
          title={t('withdrawals')}
          below={t('withdrawalsBelow')}
          to="/withdrawals"
        />
      </Rows>
    </>
  )
}

const Shown = ({ money }: { money: Money }) => {
  const t = useText('wallets')
  const { card, pending, earnings } = money
  return (
    <>
      <Panel title={t('onCards')}>
        <Figures>
          <Figure name={t('balance')}>{moneyText(card.balance)}</Figure>
          <Figure name={t('held')}>{moneyText(card.held)}</Figure>
          <Figure name={t('available')} tone="brand">
            {moneyText(card.available)}
          </Figure>
        </Figures>
      </Panel>
      <Rows>
        <Row
          icon={Clock}
          tone={pending.loads > 0 ? 'info' : 'neutral'}
          title={t('pending')}
          value={moneyText(pending.amount)}
          below={t('pendingLoads', { count: pending.loads })}
          to="/wallet/pending"
        />
        <Row icon={ArrowDownToLine} title={t('deposits')} below={t('depositsBelow')} to="/wallet/deposits" />
      </Rows>
      {earnings ? (
        <Earnings />
      ) : (
        <NoteBox tone="neutral" title={t('noWallet')}>
          {t('noWalletHelp')}
        </NoteBox>
      )}
    </>
  )
}

/** Money on the cards and on its way to them: `/wallet` (domain §14). */
export const WalletPage = () => {
  const t = useText('wallets')
  const wallet = useCall(readWallet, {}, { live: walletLive })
  return (
    <WalletFrame view="overview">
      <Loaded reads={{ wallet }} waiting={<Skeleton className="h-64" />} failed={`${t('failed')}.`}>
        {(found) => <Shown money={found.wallet} />}
      </Loaded>
    </WalletFrame>
  )
}
