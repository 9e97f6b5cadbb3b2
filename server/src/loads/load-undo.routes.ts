import { undoCompanyLoad, type reverseCompanyLoad } from '@cardamom/contract/loads/company-loads'
import { previewLoadPart } from '@cardamom/contract/loads/load-parts'
import { formatCents } from '@cardamom/contract/money'
import { readBrandNames } from '../companies/companies.sql.ts'
import { seesSharesOf } from '../companies/share-access.ts'
import { readNames } from '../identity/users.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import { allTenants } from '../kernel/database.ts'
import type { Kernel } from '../kernel/module.ts'
import type { CheckObject } from '../kernel/mount-context.ts'
import type { PaymentAsset } from '../providers/rail/port.ts'
import { standingCents } from '../shares/shares.sql.ts'
import { readAcceptedMoney } from './accepted-load.sql.ts'
import { findCompanyLoad, getCompanyLoadOf, isOwnLoad } from './company-load-calls.ts'
import { divide, netOfPart } from './load-part-plan.ts'
import type { LoadRecord } from './load-record.ts'
import { isReversible } from './load-reversal-plans.ts'
import { readLastReversal } from './load-reversals.sql.ts'
import { isUndoable, planUndo, planUndoOfPart } from './load-undo.ts'
import { unitsText } from './load-view.ts'
import { needsTwoPeople } from './second-person.ts'

/** A load of another person, and a part that it can have. */
export const refusalOfPart: CheckObject<typeof undoCompanyLoad> &
  CheckObject<typeof reverseCompanyLoad> = async (call) => {
  const load = await findCompanyLoad(call)
  if (!load) return 'record_not_found'
  if (load.userId === call.me.userId) return 'permission_denied'
  const { gross = load.grossCents } = call.input
  return gross > 0n && gross <= load.grossCents ? null : 'invalid_amount'
}

/** The part that a call names; null: all that is left of the load. */
export const partOf = ({ grossCents }: LoadRecord, gross: bigint | undefined): bigint | null =>
  gross === undefined || gross === grossCents ? null : gross

/** Takes a load or a part of it back before its card has it: its money is in review, where the payer or administrators choose. */
export const mountUndo = (kernel: Kernel): void => {
  kernel.mount(
    undoCompanyLoad,
    async ({ sql, me, params, input, approval }) => {
      const load = await findCompanyLoad({ sql, me, params })
      if (!load) return refused('record_not_found')
      if (isOwnLoad(load, { me, approval })) return refused('permission_denied')
      if (!isUndoable(load)) return refused('load_not_undoable')
      // One person was found to be enough before the limit was lowered, or for another acceptance of the load.
      if (!approval && (await needsTwoPeople(sql, { id: load.id, cents: load.netCents })))
        return refused('resolution_chosen')
      const detail = {
        actor: approval?.checkerId ?? me.userId,
        reason: approval?.reason ?? input.reason,
        metadata: { requestedBy: me.userId },
      }
      const grossCents = partOf(load, input.gross)
      const undone =
        grossCents === null
          ? accepted(await planUndo(kernel, load, detail))
          : await planUndoOfPart(kernel, { load, grossCents }, detail)
      if (!undone.accepted) return undone
      return accepted({
        ...undone.value,
        output: null,
        // Its credit started meanwhile, or another administrator undid it.
        whenRefused: { guard_failed: 'load_not_undoable', replayed: 'load_not_undoable' },
        // Another part may have the number of this one.
        decidesAgainWhen: ['guard_failed', 'replayed'],
      })
    },
    refusalOfPart,
    {
      isNeeded: async (call) => {
        const load = await getCompanyLoadOf(call)
        // A load that cannot be undone needs no approval: it is refused at once. Small parts of a large load add up.
        return isUndoable(load) && needsTwoPeople(call.sql, { id: load.id, cents: load.netCents })
      },
      describe: async (call) => {
        const load = await getCompanyLoadOf(call)
        const { companyId, version, netCents } = load
        const part = partOf(load, call.input.gross)
        const after = part === null ? 0n : netCents - netOfPart(load, part)
        const changes = [
          { name: 'amount', before: formatCents(netCents), after: formatCents(after) },
        ] as const
        return { companyId, version, changes }
      },
    },
  )
}

/** Shows what a part of a load would do before it is undone or reversed. */
export const mountPartPreview = ({ mount, db }: Kernel, assets: readonly PaymentAsset[]): void => {
  mount(previewLoadPart, async ({ me, params, input, read }) => {
    const found = await read(async (sql) => {
      const load = await findCompanyLoad({ sql, me, params })
      return load && { load, last: await readLastReversal(sql, load.id) }
    })
    if (!found) return refused('record_not_found')
    const { load, last } = found
    if (load.userId === me.userId) return refused('permission_denied')
    if (!isUndoable(load) && !isReversible(load, last)) return refused('resolution_not_possible')
    // All tenants: the people of the chain are of other companies. Shares of other levels are left out below.
    const money = await db.read(allTenants, (all) => readAcceptedMoney(all, load))
    const divided = divide(load, money, input.gross)
    if (!divided.accepted) return divided
    const { back, left, coin, shares } = divided.value
    const symbol = coin.asset.split('@')[0] ?? coin.asset
    const asset = assets.find((each) => each.network === load.network && each.symbol === symbol)
    const partOfShare = new Map(shares.map(({ share, cents }) => [share.id, cents]))
    const seen = money.shares.filter(({ ownerId }) => seesSharesOf(me, ownerId))
    const ids = [...new Set(seen.map(({ ownerId }) => ownerId))]
    const names = await read(
      async (sql) => new Map([...(await readNames(sql, ids)), ...(await readBrandNames(sql, ids))]),
    )
    return accepted({
      back: {
        gross: back.grossCents,
        fee: back.feeCents,
        net: back.netCents,
        amount: unitsText(back.units, asset?.decimals ?? load.decimals),
        asset: symbol,
      },
      left: { gross: left.grossCents, fee: left.feeCents, net: left.netCents },
      shares: seen.map((share) => ({
        id: share.id,
        ownerName: names.get(share.ownerId) ?? '',
        level: share.level,
        before: standingCents(share),
        after: standingCents(share) - (partOfShare.get(share.id) ?? 0n),
        isOwed: share.settlementId !== null,
      })),
    })
  })
}
