import type { sandboxPayments } from '@cardamom/contract/sandbox'
import { lastBlockTime, toLedgerUnits } from '../loads/load-quote.ts'
import type { PaymentRecord } from '../loads/load-record.ts'
import { unitsText } from '../loads/load-view.ts'
import type { TransferRow } from '../loads/chain-transfers.sql.ts'
import type { PaymentAsset } from '../providers/rail/port.ts'

type Payment = (typeof sandboxPayments)[number]

/** The payment that the demo wallet sends, and how far time advances before it. */
export type SandboxPayment = { readonly asset: string; readonly amount: string; readonly afterMs: number }

/** A token on the embedded chain that no list contains. */
const unlistedToken = 'PEPR'
const secondMs = 1000

/** The real transfer for a button of the sandbox panel. */
export const sandboxPaymentOf = (
  payment: Payment,
  facts: { load: PaymentRecord; transfers: readonly TransferRow[]; assets: readonly PaymentAsset[] },
): SandboxPayment => {
  const { load } = facts
  const received = facts.transfers
    .filter(({ status, asset }) => status !== 'gone' && asset === load.asset)
    .reduce((sum, { units }) => sum + (units ?? 0n), 0n)
  const due = load.dueUnits
  const send = (units: bigint, over: Partial<SandboxPayment> = {}): SandboxPayment => ({
    asset: load.asset,
    amount: unitsText(units, load.decimals),
    afterMs: 0,
    ...over,
  })
  switch (payment) {
    case 'rest':
      return send(due > received ? due - received : due)
    case 'less':
      return send(due / 2n)
    case 'more':
      return send(due + due / 10n)
    case 'late':
      return send(due, {
        afterMs: lastBlockTime(load.expiresAt).getTime() - load.quotedAt.getTime() + secondMs,
      })
    case 'other_asset': {
      const other = facts.assets.find(({ symbol }) => symbol !== load.asset)
      const { units } = toLedgerUnits({ contractUnits: due, contractDecimals: load.decimals })
      return { asset: other?.symbol ?? load.asset, amount: unitsText(units, load.decimals), afterMs: 0 }
    }
    case 'unlisted':
      return send(due, { asset: unlistedToken })
    default:
      return send(due)
  }
}
