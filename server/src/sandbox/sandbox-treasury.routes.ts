import { deliverWireInSandbox, sendToVenueInSandbox } from '@cardamom/contract/sandbox'
import { refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import { readNatural } from '../ledger/operator-balances.ts'
import { ledgerDecimalsOf } from '../loads/load-quote.ts'
import { ledgerAssetOf } from '../loads/load-record.ts'
import type { RailPort } from '../providers/rail/port.ts'
import type { FundMaster } from '../treasury/demo-funding.jobs.ts'
import type { TreasuryOwner } from '../treasury/demo-treasury.jobs.ts'
import { readFunding } from '../treasury/treasury-operations.sql.ts'

/** Whole coins that one press sends to the venue: the load of the example of domain §5. */
const coinsAtOnce = 1000n

export type TreasuryTools = {
  readonly rail: Pick<RailPort, 'assets' | 'network' | 'venueWallet'>
  readonly treasuryOwner: TreasuryOwner | null
  readonly fundMaster: FundMaster | null
}

/**
 * What the owner of the treasury and the bank do outside of the product, so that a person can follow the money of a load
 * from the chain to the card issuer (domain §5). What is sold and wired is recorded by two people.
 */
export const mountSandboxTreasury = (
  { mount, db, ids }: Pick<Kernel, 'mount' | 'db' | 'ids'>,
  { rail, treasuryOwner, fundMaster }: TreasuryTools,
): void => {
  mount(sendToVenueInSandbox, async ({ input: { asset: symbol }, finish }) => {
    const found = rail.assets.find((each) => each.symbol === symbol)
    if (!found || treasuryOwner === null || rail.venueWallet === null) return refused('record_not_found')
    const asset = ledgerAssetOf({ asset: symbol, network: rail.network })
    const units = await db.read(wholeInstallation, (sql) =>
      readNatural(sql, { codes: ['crypto.treasury'], asset }),
    )
    if (units < coinsAtOnce * 10n ** BigInt(ledgerDecimalsOf(found.decimals)))
      return refused('not_enough_money')
    const amount = String(coinsAtOnce)
    const id = `venue:${ids.next()}`
    await treasuryOwner.send({ id, asset: symbol, from: 'treasury', to: rail.venueWallet, amount })
    return finish({ asset: symbol, amount })
  })

  mount(deliverWireInSandbox, async ({ me, params, finish }) => {
    const wire = await db.read(me.scope, (sql) => readFunding(sql, params.id))
    if (wire?.status !== 'in_transit' || fundMaster === null) return refused('funding_not_open')
    // The wire stays in transit until the issuer's event is booked, so a second press must send nothing.
    await fundMaster({ amountCents: wire.leftCents, reference: `wire:${wire.id}:${wire.leftCents}` })
    return finish(null)
  })
}
