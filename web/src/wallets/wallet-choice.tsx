import { walletTypes, type WalletType } from '@cardamom/contract/wallets/wallet-records'
import { useText } from '../kernel/i18n.tsx'
import { useQueryParams } from '../kernel/router.tsx'
import { Segmented } from '../ui/choice.tsx'

/** The wallet of the address (`?wallet=immediate`), with the switch between both. */
export const useWalletChoice = () => {
  const t = useText('walletLines')
  const [query, change] = useQueryParams()
  const wallet: WalletType = query['wallet'] === 'immediate' ? 'immediate' : 'regular'
  const choice = (
    <Segmented
      label={t('which')}
      name="wallet"
      value={wallet}
      segments={walletTypes.map((value) => ({ value, label: t(`type.${value}`) }))}
      onChange={(next) => change({ wallet: next === 'regular' ? undefined : next })}
    />
  )
  return { wallet, choice }
}
