import { adjustmentTypes } from '@cardamom/contract/wallets/wallet-adjustments'
import type { previewCardAdjustment } from '@cardamom/contract/wallets/card-adjustments'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useText } from '../kernel/i18n.tsx'
import { Segmented } from '../ui/choice.tsx'
import { Controlled, type ContractForm } from '../ui/form.tsx'
import { CardChange, CardJournals } from '../ui/wallets/card-change.tsx'

type Preview = WireOf<typeof previewCardAdjustment>
type AdjustmentType = (typeof adjustmentTypes)[number]

/** Credit or debit. */
export const TypeInput = ({ form }: { form: ContractForm<{ type: AdjustmentType }> }) => {
  const t = useText('walletAdjustments')
  return (
    <div>
      <p aria-hidden className="pb-1.5 text-base font-medium md:text-sm">
        {t('form.type')}
      </p>
      <Controlled form={form} name="type">
        {({ value, onChange }) => (
          <Segmented
            label={t('form.type')}
            name="adjustment-type"
            value={value}
            segments={adjustmentTypes.map((type) => ({ value: type, label: t(`values.type.${type}`) }))}
            onChange={onChange}
          />
        )}
      </Controlled>
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
