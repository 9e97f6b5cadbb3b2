import type { previewTransfer } from '@cardamom/contract/transfers'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useText } from '../../kernel/i18n.tsx'
import { moneyText } from '../../kernel/money-text.ts'
import { Status } from '../status.tsx'

export type Leg = WireOf<typeof previewTransfer>['legs'][number]

const keys = {
  'wallet.regular.available': 'regular',
  'wallet.immediate.available': 'immediate',
  'wallet.regular.reserved': 'regularReserved',
  'wallet.immediate.reserved': 'immediateReserved',
  'card.available': 'card',
  'issuer.allocated': 'allocated',
  'issuer.in_flight': 'inFlight',
  'issuer.unallocated': 'unallocated',
  'wallet.regular.pending': 'regularPending',
  'wallet.immediate.pending': 'immediatePending',
  'partner.owed': 'owed',
  'income.transfer_fees': 'transferFees',
  'expense.adjustments': 'adjustments',
  'bank.unconfirmed': 'unconfirmedWires',
  'fee.deferred': 'deferredFees',
  'income.topup_fees': 'topUpFees',
  'income.withdrawal_fees': 'withdrawalFees',
  'income.spread': 'spread',
  'income.fx_result': 'fxResult',
  'fx.usd': 'coins',
} as const

type LegRow = {
  readonly key: string
  readonly name: string
  readonly holder?: string | null
  readonly side: 'debit' | 'credit'
  readonly amount: string
}

/** A table of the legs of a journal, debit and credit in columns of their own. `isPart`: it has further legs. */
export const LegsTable = ({ rows, isPart = false }: { rows: readonly LegRow[]; isPart?: boolean }) => {
  const t = useText('walletMoney')
  const cell = 'num py-2 pl-3 text-right align-top wrap-anywhere'
  return (
    <table className="w-full text-base md:text-sm">
      <caption className="pb-1 text-left">
        <span className="flex flex-wrap items-center justify-between gap-x-3 text-mute">
          {t('journal')}
          {!isPart && (
            <Status tone="good" variant="plain">
              {t('balanced')}
            </Status>
          )}
        </span>
      </caption>
      <thead>
        <tr className="text-mute">
          <th scope="col" className="py-1.5 text-left font-medium">
            {t('account')}
          </th>
          <th scope="col" className="py-1.5 pl-3 text-right font-medium">
            {t('debit')}
          </th>
          <th scope="col" className="py-1.5 pl-3 text-right font-medium">
            {t('credit')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, holder, side, amount }) => (
          <tr key={`${key} ${side}`} className="border-t border-line2">
            <th scope="row" className="py-2 text-left font-normal wrap-anywhere">
              {name}
              {holder && <span className="block text-mute">{holder}</span>}
            </th>
            <td className={cell}>{side === 'debit' && amount}</td>
            <td className={cell}>{side === 'credit' && amount}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The legs of a journal of dollars, with the accounts' names as holders know them. */
export const PostingsTable = ({ legs }: { legs: readonly Leg[] }) => {
  const t = useText('walletMoney')
  const nameOf = ({ account, holder }: Leg) => {
    // The sum of several cards.
    if (account === 'card.available' && holder === null) return t('cards')
    const key = (keys as Readonly<Record<string, (typeof keys)[keyof typeof keys]>>)[account]
    return key === undefined ? account : t(`accounts.${key}`, { holder: holder ?? t('operator') })
  }
  return (
    <LegsTable
      rows={legs.map((leg) => ({
        key: `${leg.account} ${leg.holder ?? ''}`,
        name: nameOf(leg),
        side: leg.side,
        amount: moneyText(leg.amount),
      }))}
    />
  )
}
