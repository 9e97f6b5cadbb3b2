import { useText } from '../kernel/i18n.tsx'
import { useGo } from '../kernel/router.tsx'
import { Segmented } from '../ui/choice.tsx'

const paths = { wallet: '/admin/wallets/adjust', card: '/admin/wallets/adjust-card' } as const

/** Whether a wallet or a card is adjusted: each has its form. */
export const AdjustmentTarget = ({ value }: { value: keyof typeof paths }) => {
  const t = useText('walletAdjustments')
  const go = useGo()
  return (
    <div>
      <Segmented
        label={t('form.target')}
        name="adjustment-target"
        value={value}
        segments={[
          { value: 'wallet', label: t('form.ofWallet') },
          { value: 'card', label: t('form.ofCard') },
        ]}
        onChange={(target) => go(paths[target], { replace: true })}
      />
    </div>
  )
}
