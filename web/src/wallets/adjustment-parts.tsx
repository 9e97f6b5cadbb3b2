import { adjustmentTypes } from '@cardamom/contract/wallets/wallet-adjustments'
import type { previewCardAdjustment } from '@cardamom/contract/wallets/card-adjustments'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useText } from '../kernel/i18n.tsx'
import { Segmented } from '../ui/choice.tsx'
import { CardChange, CardJournals } from '../ui/wallets/card-change.tsx'

type Preview = WireOf<typeof previewCardAdjustment>
export type AdjustmentType = (typeof adjustmentTypes)[number]

/** Credit or debit. */
export const TypeChoice = ({
  value,
  onChange,
}: {
  value: AdjustmentType
  onChange: (type: AdjustmentType) => void
}) => {
  const t = useText('walletAdjustments')
  return (
    <div>
      <p aria-hidden className="pb-1.5 text-base font-medium md:text-sm">
        {t('form.type')}
      </p>
      <Segmented
        label={t('form.type')}
        name="adjustment-type"
        value={value}
        segments={adjustmentTypes.map((type) => ({ value: type, label: t(`values.type.${type}`) }))}
        onChange={onChange}
      />
    </div>
  )
}

/** A card with its holder, before and after, and the journals: before the issuer is called, and after its answer. */
export const CardReview = ({ card, startLegs, legs }: Pick<Preview, 'card' | 'startLegs' | 'legs'>) => {
  const t = useText('walletAdjustments')
  const journals = [
    { title: t('review.atStart'), legs: startLegs },
    { title: t('review.atEnd'), legs },
  ]
  return (
    <>
      <CardChange title={t('review.card')} available={t('review.onCard')} card={card} />
      <CardJournals journals={journals} />
    </>
  )
}
