import { adjustmentTypes } from '@cardamom/contract/wallets/wallet-adjustments'
import type { previewCardAdjustment } from '@cardamom/contract/wallets/card-adjustments'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useText } from '../kernel/i18n.tsx'
import { Segmented } from '../ui/choice.tsx'
import { CardName } from '../ui/wallets/card-field.tsx'
import { PostingsTable } from '../ui/wallets/postings-table.tsx'
import { BeforeAfter } from '../ui/wallets/wallet-change.tsx'

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

/** A card with its holder, before and after. */
export const CardChange = ({ card }: Pick<Preview, 'card'>) => {
  const t = useText('walletAdjustments')
  return (
    <section
      aria-label={t('review.card')}
      className="flex min-w-0 flex-col gap-3 rounded-xl border border-line p-4"
    >
      <CardName card={card} />
      <div className="border-t border-line2 pt-3">
        <p className="pb-1 text-base text-mute md:text-sm">{t('review.onCard')}</p>
        <BeforeAfter before={card.before} after={card.after} />
      </div>
    </section>
  )
}

/** The journal of the request, if there is one, and that of the card issuer's answer. */
export const CardJournals = ({ startLegs, legs }: Pick<Preview, 'startLegs' | 'legs'>) => {
  const t = useText('walletAdjustments')
  return (
    <div className="flex flex-col gap-4">
      {startLegs.length > 0 && (
        <div>
          <p className="text-base font-medium md:text-sm">{t('review.atStart')}</p>
          <PostingsTable legs={startLegs} />
        </div>
      )}
      <div>
        <p className="text-base font-medium md:text-sm">{t('review.atEnd')}</p>
        <PostingsTable legs={legs} />
      </div>
    </div>
  )
}
