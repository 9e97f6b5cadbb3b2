import { useText } from '../kernel/i18n.tsx'
import { useGo } from '../kernel/router.tsx'
import { Segmented } from '../ui/choice.tsx'

const paths = {
  wallet: '/admin/transfers/new',
  card: '/admin/transfers/to-card',
  many: '/admin/transfers/to-card/bulk',
} as const

/** Whether a transfer goes to a wallet or to a card: each has its form. */
export const TransferTarget = ({ value }: { value: keyof typeof paths }) => {
  const t = useText('walletLoads')
  const go = useGo()
  return (
    <div>
      <Segmented
        label={t('target')}
        name="transfer-target"
        isLong
        value={value}
        segments={[
          { value: 'wallet', label: t('toWallet') },
          { value: 'card', label: t('toCard') },
          { value: 'many', label: t('toManyCards') },
        ]}
        onChange={(target) => go(paths[target], { replace: true })}
      />
    </div>
  )
}
