import type { WireOf } from '@cardamom/contract/endpoint'
import { getUserWallet } from '@cardamom/contract/wallets'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCall } from '../kernel/query.ts'
import { TextLink } from '../ui/button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Money } from '../ui/money.tsx'
import { Stack } from '../ui/page-parts.tsx'
import { Figure, Figures, Panel } from '../ui/panel.tsx'
import { Line, small } from './user-lines.tsx'

preloadText('users')

type Wallet = WireOf<typeof getUserWallet>

const OnCards = ({ card }: Pick<Wallet, 'card'>) => {
  const t = useText('users')
  return (
    <Figures>
      <Figure name={t('wallet.balance')}>{moneyText(card.balance)}</Figure>
      <Figure name={t('wallet.held')}>{moneyText(card.held)}</Figure>
      <Figure name={t('wallet.available')}>{moneyText(card.available)}</Figure>
    </Figures>
  )
}

const useWallet = (id: string) =>
  useCall(getUserWallet, { params: { id } }, { live: ['load.', 'card.', 'card_transaction.'] })

/** The money on the cards in one panel, and what is on its way to them. */
export const UserBalance = ({ id }: { id: string }) => {
  const t = useText('users')
  const wallet = useWallet(id)
  return (
    <Panel title={t('wallet.onCards')}>
      <Loaded reads={{ wallet }} failed={t('wallet.failed')}>
        {({ wallet: { card, pending } }) => (
          <>
            <OnCards card={card} />
            {pending.loads > 0 && (
              <p className={`pt-3 ${small}`}>
                {t('wallet.pending')}: <Money amount={pending.amount} />.{' '}
                {t('wallet.pendingLoads', { count: pending.loads })}
              </p>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  )
}

/** A plain cardholder has no wallet: the money on the cards, and what is on its way (domain §14). */
export const UserWallet = ({ id }: { id: string }) => {
  const t = useText('users')
  const wallets = useText('wallets')
  const wallet = useWallet(id)
  return (
    <Loaded reads={{ wallet }} failed={t('wallet.failed')}>
      {({ wallet: { card, pending, earnings } }) => (
        <Stack>
          <Panel title={t('wallet.onCards')}>
            <OnCards card={card} />
          </Panel>
          <Panel title={t('wallet.pending')}>
            <p className="num text-md font-semibold">{moneyText(pending.amount)}</p>
            <p className={small}>{t('wallet.pendingLoads', { count: pending.loads })}</p>
          </Panel>
          <Panel
            title={t('wallet.earnings')}
            action={earnings !== null && <TextLink to={`/admin/wallets/${id}`}>{t('wallet.lines')}</TextLink>}
          >
            {earnings === null ? (
              <p className="text-mute">{t('wallet.none')}</p>
            ) : (
              <ul>
                {(['regular', 'immediate'] as const).map((each) => (
                  <Line
                    key={each}
                    name={wallets(each)}
                    about={t('wallet.available')}
                    amount={<Money amount={earnings[each].available} />}
                    state={
                      <span className={small}>
                        {t('wallet.held')} <Money amount={earnings[each].pending} />
                      </span>
                    }
                  />
                ))}
              </ul>
            )}
          </Panel>
        </Stack>
      )}
    </Loaded>
  )
}
