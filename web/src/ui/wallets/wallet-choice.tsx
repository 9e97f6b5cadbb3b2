import { walletTypes } from '@cardamom/contract/wallets/wallet-money'
import { useText } from '../../kernel/i18n.tsx'
import { Segmented } from '../choice.tsx'

export type Wallet = (typeof walletTypes)[number]

/** Chooses one of a holder's two wallets. */
export const WalletChoice = ({
  label,
  name,
  value,
  onChange,
}: {
  label: string
  name: string
  value: Wallet
  onChange: (wallet: Wallet) => void
}) => {
  const t = useText('walletMoney')
  return (
    <div>
      <p aria-hidden className="pb-1.5 text-base font-medium md:text-sm">
        {label}
      </p>
      <Segmented
        label={label}
        name={name}
        value={value}
        segments={walletTypes.map((each) => ({ value: each, label: t(`wallet.${each}`) }))}
        onChange={onChange}
      />
    </div>
  )
}
