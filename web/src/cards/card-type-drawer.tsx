import type { listCardTypes } from '@cardamom/contract/cards/card-types'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { ButtonLink } from '../ui/button.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { DateText, Money } from '../ui/money.tsx'
import { Notes } from '../ui/notes/notes.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { CardTypeArt } from './card-type-art.tsx'
import { CatalogueState } from './catalogue-state.tsx'
import { WithCardType, type CardType } from './use-card-type.tsx'

const Facts = ({ type }: { type: CardType }) => {
  const t = useText('cardTypes')
  return (
    <KvRows>
      <KvRow name={t('fields.code')}>{type.code}</KvRow>
      <KvRow name={t('fields.kind')}>{t(`values.kind.${type.kind}`)}</KvRow>
      <KvRow name={t('fields.price')} below={type.issuePlan.name}>
        <Money amount={type.price} />
      </KvRow>
      <KvRow name={t('fields.replacementPrice')} below={type.replacementPlan.name}>
        <Money amount={type.replacementPrice} />
      </KvRow>
      <KvRow name={t('fields.design')}>{type.design}</KvRow>
      <KvRow name={t('fields.delivery')}>{String(type.deliveryBusinessDays)}</KvRow>
      <KvRow name={t('fields.createdAt')}>
        <DateText value={type.createdAt} variant="dayTime" />
      </KvRow>
    </KvRows>
  )
}

/** One type of cards next to the list. */
export const CardTypeDrawer = ({ id, row }: { id: string; row: RowOf<typeof listCardTypes> | undefined }) => {
  const t = useText('cardTypes')
  const can = useCan()
  return (
    <div className="flex flex-col gap-5">
      {row && <h3 className="text-md font-semibold wrap-anywhere">{row.name}</h3>}
      <WithCardType id={id}>
        {(type) => (
          <>
            {!row && <h3 className="text-md font-semibold wrap-anywhere">{type.name}</h3>}
            <div>
              <CatalogueState {...type} />
            </div>
            <CardTypeArt type={type} />
            <Facts type={type} />
            {can('card_types.manage') && (
              <ButtonLink to={`/admin/card-types/${id}`} variant="primary" fullWidth>
                {t('open')}
              </ButtonLink>
            )}
            <Notes kind="card_type" id={id} />
          </>
        )}
      </WithCardType>
    </div>
  )
}
