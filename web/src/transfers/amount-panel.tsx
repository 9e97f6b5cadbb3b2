import { amountMeanings } from '@cardamom/contract/transfers'
import { useText } from '../kernel/i18n.tsx'
import { Segmented } from '../ui/choice.tsx'
import { Panel } from '../ui/panel.tsx'
import { AmountField } from '../ui/wallets/money-form.tsx'

export type AmountMeaning = (typeof amountMeanings)[number]

/** The amount of a transfer, and whether the fee is part of it. */
export const AmountPanel = ({
  amount,
  amountIs,
  netHint,
  error,
  onAmount,
  onMeaning,
}: {
  amount: string
  amountIs: AmountMeaning
  netHint: string
  error: string | null
  onAmount: (amount: string) => void
  onMeaning: (meaning: AmountMeaning) => void
}) => {
  const t = useText('transfers')
  return (
    <Panel title={t('form.amount')}>
      <div className="flex flex-col gap-4">
        <AmountField
          label={t(`form.${amountIs}`)}
          hint={amountIs === 'total' ? t('form.totalHint') : netHint}
          error={error}
          value={amount}
          onChange={onAmount}
        />
        <div>
          <Segmented
            label={t('form.amountIs')}
            name="amount-is"
            value={amountIs}
            segments={amountMeanings.map((value) => ({ value, label: t(`form.${value}`) }))}
            onChange={onMeaning}
          />
        </div>
      </div>
    </Panel>
  )
}
