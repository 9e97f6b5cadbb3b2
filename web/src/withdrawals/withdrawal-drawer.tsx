import { getWithdrawal, type listWithdrawals } from '@cardamom/contract/withdrawals'
import { useText } from '../kernel/i18n.tsx'
import { useCall } from '../kernel/query.ts'
import { ButtonLink } from '../ui/button.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { WithdrawalAmounts, WithdrawalPayment } from './withdrawal-parts.tsx'
import { withdrawalAgainMs, withdrawalLive } from './withdrawal-tones.ts'

/** A withdrawal next to the list. It is decided on its page. */
export const WithdrawalDrawer = ({ id }: { id: string; row: RowOf<typeof listWithdrawals> | undefined }) => {
  const t = useText('withdrawals')
  const o = useText('ownWithdrawals')
  const withdrawal = useCall(
    getWithdrawal,
    { params: { id }, errors: 'none' },
    { live: withdrawalLive, againMs: withdrawalAgainMs },
  )
  return (
    <Loaded reads={{ withdrawal }} failed={o('failed')} missing={<p>{o('missing')}</p>}>
      {({ withdrawal: found }) => (
        <div className="flex flex-col gap-5">
          <WithdrawalAmounts withdrawal={found} />
          <WithdrawalPayment withdrawal={found} />
          <ButtonLink to={`/admin/withdrawals/${id}`} variant="primary" fullWidth>
            {t('show')}
          </ButtonLink>
        </div>
      )}
    </Loaded>
  )
}
