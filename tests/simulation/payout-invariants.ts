import type { Finding } from '../../server/src/ledger/checks.ts'
import { payoutAssets } from './chain-facts.ts'
import { isPayment, type WalletPayment } from './chain-payments.ts'
import type { World } from './world.ts'

type SignedRow = {
  readonly tx_hash: string
  readonly payout_id: string
  readonly status: string
  readonly to_address: string
  readonly asset: string
  readonly units: bigint
  readonly withdrawal: string | null
}
/** Every signed transaction, with the payment that it is for. */
const signed = `select t.tx_hash, p.id as payout_id, p.status, p.to_address, p.asset, a.units, w.status as withdrawal
  from payout_transaction t join payout_attempt a on a.id = t.attempt_id join payout p on p.id = a.payout_id
  left join withdrawal w on w.id = p.owner_id`
const paid = `select id::text as id from payout where status = 'done'`

/** Whether a payment on the chain is the one that was ordered. */
const isOrdered = ({ token, to, units }: WalletPayment, row: SignedRow): boolean => {
  const asset = payoutAssets.find((each) => each.token === token)
  if (asset?.symbol !== row.asset || to.toLowerCase() !== row.to_address.toLowerCase()) return false
  return units === row.units * 10n ** BigInt(Math.max(asset.decimals - 8, 0))
}

/**
 * Payments on the chain against what was ordered: each was signed by us for one payout, as ordered, and no payout is paid
 * twice, whatever was lost, replaced or mined again. When no work is open, each that is done is on the chain.
 */
export const checkPayouts = async (
  world: Pick<World, 'rows' | 'chain'>,
  isCalm: boolean,
): Promise<Finding[]> => {
  const byHash = new Map((await world.rows<SignedRow>(signed)).map((row) => [row.tx_hash, row]))
  const payments = world.chain.finalTransfers().filter(isPayment)
  const findings: Finding[] = []
  const found = (subject: string, detail: string) => findings.push({ check: 'payouts', subject, detail })
  const done = new Set<string>()
  for (const payment of payments.filter(({ isOk }) => isOk)) {
    const row = byHash.get(payment.txHash)
    if (!row) {
      found(payment.txHash, 'is on the chain, and nobody ordered it')
      continue
    }
    if (!isOrdered(payment, row)) found(row.payout_id, `was paid ${payment.units} to ${payment.to}`)
    if (done.has(row.payout_id)) found(row.payout_id, 'is paid twice')
    if (isCalm && row.withdrawal !== null && row.withdrawal !== 'COMPLETED')
      found(row.payout_id, `is on the chain, and its withdrawal is ${row.withdrawal}`)
    done.add(row.payout_id)
  }
  for (const { id } of await world.rows<{ id: string }>(paid))
    if (!done.has(id)) found(id, 'is done, and the chain has no final payment')
  return findings
}
