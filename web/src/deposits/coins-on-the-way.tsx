import { listCoinDeposits } from '@cardamom/contract/loads/wallet-payments'
import { Coins } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useQueryParams } from '../kernel/router.tsx'
import { Button } from '../ui/button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Row, Rows } from '../ui/list-row.tsx'
import { EndOfRows } from '../ui/list/end-of-rows.tsx'
import { useListPages } from '../ui/list/use-list-pages.ts'
import { SectionTitle } from '../ui/panel.tsx'
import { Status } from '../ui/status.tsx'
import { coinStatusText, coinTone } from './coin-status.ts'
import { coinPath } from './use-coin-form.ts'

/** Crypto that was quoted for wallets and is not in them yet, with what waits for a decision. */
export const CoinsOnTheWay = () => {
  const t = useText('topUps')
  const [{ coins }, change] = useQueryParams()
  const isReview = coins === 'review'
  const query = isReview ? ({ status: 'review' } as const) : ({ open: 'true' } as const)
  const found = useListPages(listCoinDeposits, { query, live: ['topup.'] })
  if (found.rows.length === 0 && !isReview) return null
  const textOf = coinStatusText(t)
  return (
    <section className="flex flex-col gap-2 pb-4">
      <SectionTitle
        aside={
          isReview && (
            <Button variant="ghost" size="small" onClick={() => change({ coins: undefined })}>
              {t('coin.showOpen')}
            </Button>
          )
        }
      >
        {t(isReview ? 'coin.inReview' : 'coin.open')}
      </SectionTitle>
      <Loaded
        reads={{ found }}
        failed={t('coin.failedList')}
        empty={() => found.rows.length === 0 && <p className="text-mute">{t('coin.noneInReview')}</p>}
      >
        {() => (
          <>
            <Rows label={t('coin.open')}>
              {found.rows.map(({ id, ref, companyName, wallet, gross, status }) => (
                <Row
                  key={id}
                  icon={Coins}
                  tone={status === 'review' ? 'warn' : 'info'}
                  title={companyName}
                  value={moneyText(gross)}
                  below={`${ref} · ${t(`values.wallet.${wallet}`)}`}
                  valueBelow={
                    <Status variant="plain" tone={coinTone(status)}>
                      {textOf(status)}
                    </Status>
                  }
                  to={`${coinPath}/${id}`}
                />
              ))}
            </Rows>
            <EndOfRows pages={found} />
          </>
        )}
      </Loaded>
    </section>
  )
}
