import { listCoinDeposits } from '@cardamom/contract/loads/wallet-payments'
import { useText } from '../kernel/i18n.tsx'
import { EndOfRows } from '../ui/list/end-of-rows.tsx'
import { useListPages } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { SectionTitle } from '../ui/panel.tsx'
import { CoinRows } from './coin-rows.tsx'

/** Crypto that was quoted for wallets and is not in them yet, with what waits for a decision. */
export const CoinsOnTheWay = () => {
  const t = useText('topUps')
  const found = useListPages(listCoinDeposits, { query: { open: 'true' }, live: ['topup.'] })
  return (
    <Loaded reads={{ found }} waiting={null} failed={t('coin.failedList')}>
      {() =>
        found.rows.length > 0 && (
          <section className="flex flex-col gap-2 pb-4">
            <SectionTitle>{t('coin.open')}</SectionTitle>
            <CoinRows label={t('coin.open')} rows={found.rows} />
            <EndOfRows pages={found} readsBy="press" />
          </section>
        )
      }
    </Loaded>
  )
}
