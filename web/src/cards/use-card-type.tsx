import { getCardType } from '@cardamom/contract/cards/card-types'
import type { WireOf } from '@cardamom/contract/endpoint'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { useCall } from '../kernel/query.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Loaded } from '../ui/loaded.tsx'

export type CardType = WireOf<typeof getCardType>

/** Reads a type of cards and shows what is inside. */
export const WithCardType = ({ id, children }: { id: string; children: (type: CardType) => ReactNode }) => {
  const t = useText('cardTypes')
  const type = useCall(getCardType, { params: { id }, errors: 'none' })
  return (
    <Loaded
      reads={{ type }}
      failed={t('failed')}
      missing={
        <EmptyState
          icon={SearchX}
          title={t('missing')}
          action={<ButtonLink to="/admin/card-types">{t('all')}</ButtonLink>}
        >
          {null}
        </EmptyState>
      }
    >
      {({ type: found }) => children(found)}
    </Loaded>
  )
}
