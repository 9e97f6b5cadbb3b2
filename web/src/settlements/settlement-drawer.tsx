import { getSettlement, type listSettlements } from '@cardamom/contract/settlements'
import { useText } from '../kernel/i18n.tsx'
import { useCall } from '../kernel/query.ts'
import { ButtonLink } from '../ui/button.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { SettlementFlow, SettlementHead, SettlementNote } from './settlement-parts.tsx'
import { settlementLive } from '../ui/settlements/settlement-tones.ts'

/** A settlement next to the list, with where its money goes. */
export const SettlementDrawer = ({ id }: { id: string; row: RowOf<typeof listSettlements> | undefined }) => {
  const t = useText('settlements')
  const d = useText('walletLines')
  const settlement = useCall(getSettlement, { params: { id }, errors: 'none' }, { live: settlementLive })
  return (
    <Loaded reads={{ settlement }} failed={d('settlement.failed')} missing={<p>{d('settlement.missing')}</p>}>
      {({ settlement: found }) => (
        <div className="flex flex-col gap-5">
          <SettlementHead settlement={found} />
          <SettlementNote settlement={found} />
          <SettlementFlow figures={found.figures} isVoid={found.status === 'void'} />
          <ButtonLink to={`/admin/settlements/${id}`} variant="primary" fullWidth>
            {t('show')}
          </ButtonLink>
        </div>
      )}
    </Loaded>
  )
}
