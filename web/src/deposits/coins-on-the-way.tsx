import { listCoinDeposits } from '@cardamom/contract/loads/wallet-payments'
import { useText } from '../kernel/i18n.tsx'
import { EndOfRows } from '../ui/list/end-of-rows.tsx'
import { useListPages } from '../ui/list/use-list-pages.ts'
import { SectionTitle } from '../ui/panel.tsx'
import { CoinRows } from './coin-rows.tsx'

/** Crypto that was quoted for wallets and is not in them yet, with what waits for a decision. */
export const CoinsOnTheWay = () => {
  const t = useText('topUps')
  const found = useListPages(listCoinDeposits, { query: { open: 'true' }, live: ['topup.'] })
  if (found.rows.length === 0) return null
  return (
    <section className="flex flex-col gap-2 pb-4">
      <SectionTitle>{t('coin.open')}</SectionTitle>
      <CoinRows label={t('coin.open')} rows={found.rows} />
      <EndOfRows pages={found} readsBy="press" />
    </section>
  )
}
