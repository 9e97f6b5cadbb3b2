import {
  addPayoutAddress,
  listPayoutAddresses,
  removePayoutAddress,
} from '@cardamom/contract/withdrawals/withdrawal-requests'
import { accepted, refused } from '../kernel/answer.ts'
import { after } from '../kernel/clock.ts'
import { applyUpdate, guardedUpdate } from '../kernel/guarded-update.ts'
import type { Kernel } from '../kernel/module.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import type { Handler } from '../kernel/mount-context.ts'
import { readOurAddresses } from '../loads/loads.sql.ts'
import { refundAddress, type OwnAddresses } from '../loads/refund-address.ts'
import type { RailPort } from '../providers/rail/port.ts'
import type { Screening } from '../screening/screening.ts'
import { readSetting } from '../settings/settings.sql.ts'
import { readWalletHolder } from '../wallets/wallet-holders.sql.ts'
import { isOwnersRow, ownerIdOf } from './withdrawal-terms.ts'
import {
  insertAddress,
  listAddresses,
  mostAddresses,
  readAddress,
  type AddressRecord,
} from './withdrawals.sql.ts'

export type AddressNeeds = {
  readonly rail: OwnAddresses & Pick<RailPort, 'network'>
  readonly screening: Screening
}

/** What the lists of sanctions say about an address now. It calls an outside service. */
export const screenAddress = async (
  screening: Screening,
  address: string,
): Promise<AddressRecord['risk']> => {
  const { result, checked } = await screening.checkWallet(address)
  if (result === 'hit') return 'hit'
  return checked ? result : 'unchecked'
}

/** What names a person; encrypted in the audit with the key of that person. */
const personalOf = (ownerKind: AddressRecord['ownerKind']): readonly string[] =>
  ownerKind === 'person' ? ['label', 'address'] : []

/** The address book for withdrawals (domain §9): a new address waits, and no list may name it. */
export const mountPayoutAddresses = (
  { mount, ids, clock, db }: Kernel,
  { rail, screening }: AddressNeeds,
): void => {
  mount(listPayoutAddresses, async ({ sql, me, input, now }) => {
    const owner = ownerIdOf(me, input.of)
    if (!owner.accepted) return owner
    const rows = await listAddresses(sql, owner.value)
    return accepted(
      rows.map(({ id, label, network, address, addedAt, usableFrom, risk }) => ({
        id,
        label,
        network,
        address,
        addedAt,
        usableFrom,
        isUsable: usableFrom <= now,
        risk,
      })),
    )
  })

  const add: Handler<typeof addPayoutAddress> = async ({ me, input, read, finish }) => {
    const owner = ownerIdOf(me, input.of)
    if (!owner.accepted) return owner
    const holder = await read((sql) => readWalletHolder(sql, owner.value))
    if (!holder?.wallets) return refused('wallet_not_found')
    const wrong = (field: string, code: string) =>
      refused('validation', { data: { errors: { [field]: [code] } } })
    if (!rail.assets.some(({ network }) => network === input.network)) return wrong('network', 'invalid')
    const checked = refundAddress(input.address, { load: { address: rail.treasury }, rail })
    if (!checked.accepted) return wrong('address', checked.code)
    // A payment address of ours: the money would come back as a payment of another person's load.
    const of = { network: input.network, among: [checked.value] }
    const ours = await db.read(wholeInstallation, (sql) => readOurAddresses(sql, of))
    if (ours.size > 0) return wrong('address', 'address_not_yours')
    const book = await read((sql) => listAddresses(sql, holder.id))
    const isSame = (each: AddressRecord) => each.network === input.network && each.address === checked.value
    if (book.some(isSame)) return refused('address_taken', { field: 'address' })
    if (book.length >= mostAddresses) return refused('too_many_addresses')
    const risk = await screenAddress(screening, checked.value)
    if (risk === 'hit') return refused('address_refused', { field: 'address' })
    const addedAt = clock.now()
    const hours = await read((sql) => readSetting(sql, 'newPayoutAddressWaitHours'))
    const row = {
      id: ids.next(),
      companyId: holder.company.id,
      ownerId: holder.id,
      ownerKind: holder.kind,
      label: input.label,
      network: input.network,
      address: checked.value,
      risk,
      addedBy: me.userId,
      addedAt,
      usableFrom: after(addedAt, hours * 3_600_000),
      lastUsedAt: null,
      removedAt: null,
    } as const
    return finish({ id: row.id, usableFrom: row.usableFrom }, async ({ sql, emit, recordChange }) => {
      if (!(await insertAddress(sql, row))) return refused('address_taken', { field: 'address' })
      const { id, companyId, label, network, address, usableFrom } = row
      recordChange({
        entity: 'payout_address',
        entityId: id,
        companyId,
        userId: holder.kind === 'person' ? holder.id : null,
        before: null,
        after: { label, network, address, usableFrom },
        personal: personalOf(holder.kind),
      })
      const path = holder.kind === 'person' ? '/withdrawals' : '/admin/withdrawals/new'
      const payload = { label, usableFrom: usableFrom.toISOString(), path }
      emit({ type: 'payout_address.added', entityId: id, companyId, userId: me.userId, payload })
      return undefined
    })
  }
  mount(addPayoutAddress, add)

  mount(removePayoutAddress, async ({ sql, me, params, recordChange }) => {
    const row = await readAddress(sql, params.id)
    if (!row || !isOwnersRow(me, row)) return refused('record_not_found')
    const { id, companyId, label, network, address } = row
    const removal = { table: 'payoutAddress', id, from: { removedAt: null } } as const
    if (!(await applyUpdate(sql, guardedUpdate({ ...removal, set: { removedAt: clock.now() } }))))
      return refused('record_not_found')
    recordChange({
      entity: 'payout_address',
      entityId: id,
      companyId,
      userId: row.ownerKind === 'person' ? row.ownerId : null,
      before: { label, network, address },
      after: null,
      personal: personalOf(row.ownerKind),
    })
    return accepted(null)
  })
}
