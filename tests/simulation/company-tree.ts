import { houseId, positionBelow } from '../../server/src/companies/company.ts'
import { getAddress } from 'viem'
import { after } from '../../server/src/kernel/clock.ts'
import { allTenants } from '../../server/src/kernel/database.ts'
import type { Journal } from '../../server/src/kernel/plan.ts'
import { credit, debit, journal } from '../../server/src/ledger/posting.ts'
import { insertAddress } from '../../server/src/withdrawals/withdrawals.sql.ts'
import { writeSetting } from '../../server/src/settings/settings.sql.ts'
import { walletAdjusted } from '../../server/src/wallets/adjustment-postings.ts'
import { readWalletHolder } from '../../server/src/wallets/wallet-holders.sql.ts'
import { storePasskey } from '../support/step-up-kit.ts'
import { payoutAssets, payoutCoins } from './chain-facts.ts'
import { insertPerson } from './people.ts'
import type { SeededRandom } from './seeded.ts'
import type { World } from './world.ts'

/** Companies of a run beside the operator. */
const companyCount = 200
const operatorRole = 6
const dayMs = 86_400_000

type Position = { readonly id: string; readonly tier: number; readonly path: string[] }

/** Adds companies below random ones that are there, or at the top, until there are 200. */
export const growTree = async (
  { product, rows }: Pick<World, 'product' | 'rows'>,
  random: SeededRandom,
): Promise<readonly string[]> => {
  const { ids, clock, db } = product().kernel
  const companies = await rows<Position>('select id, tier, path from company where id <> $1', [houseId])
  const made = Array.from({ length: companyCount - companies.length }, (_, index) => {
    const above = random.chance(0.2) ? null : random.pick(companies)
    const id = ids.next()
    // A company of the lowest tier has none below it.
    const below = positionBelow(above, id)
    const position = below.accepted ? below.value : { tier: 1, path: [id] }
    companies.push({ id, ...position })
    const parentId = below.accepted ? (above?.id ?? null) : null
    const slug = `company-${index}`
    return { id, parentId, slug, name: slug, createdAt: clock.now(), ...position }
  })
  const columns = { timeZone: 'America/Lima', automaticCardCreation: true }
  await db.write(allTenants, (sql) =>
    sql
      .insertInto('company')
      .values(made.map((company) => ({ ...company, ...columns })))
      .execute(),
  )
  return companies.map(({ id }) => id)
}

export type Administrator = { readonly userId: string; readonly companyId: string }

/** Two administrators of the operator, each with a passkey: one requests, the other approves. */
export const appointAdministrators = async (
  world: Pick<World, 'product' | 'rows' | 'pass'>,
  companyId: string,
): Promise<readonly [Administrator, Administrator]> => {
  const appoint = async (name: string): Promise<Administrator> => {
    const email = `${name}@simulation.example`
    const userId = await insertPerson(world, { companyId, email, roleId: operatorRole })
    await storePasskey(world.product().kernel, { userId, companyId })
    return { userId, companyId }
  }
  return [await appoint('maker'), await appoint('checker')]
}

const companyRole = 5
export type CompanyAdministrator = Administrator & {
  /** An address in the book of the company whose wait is over. */
  readonly addressId: string
}

/** An administrator of each company, who withdraws its money to an address that is a day old. */
export const appointCompanyAdministrators = async (
  world: Pick<World, 'product' | 'rows' | 'pass'>,
  companyIds: readonly string[],
): Promise<readonly CompanyAdministrator[]> => {
  const { kernel } = world.product()
  const { ids, clock, db } = kernel
  const made: CompanyAdministrator[] = []
  for (const [index, companyId] of companyIds.entries()) {
    const email = `head${index}@simulation.example`
    const userId = await insertPerson(world, { companyId, email, roleId: companyRole })
    await storePasskey(kernel, { userId, companyId })
    const [addressId, usableFrom] = [ids.next(), clock.now()]
    const row = { companyId, ownerId: companyId, ownerKind: 'company', label: 'Treasury' } as const
    const payee = { network: 'ethereum', address: getAddress(`0x${String(index + 1).repeat(40)}`) } as const
    const times = { addedBy: userId, addedAt: after(usableFrom, -dayMs), usableFrom }
    const unused = { risk: 'clear', lastUsedAt: null, removedAt: null } as const
    await db.write(allTenants, (sql) =>
      insertAddress(sql, { id: addressId, ...row, ...payee, ...times, ...unused }),
    )
    made.push({ userId, companyId, addressId })
  }
  return made
}

/** The coins that the payout wallet has on the chain from the start, in the book. */
export const fundPayouts = async ({ product, chain }: Pick<World, 'product' | 'chain'>): Promise<void> => {
  chain.fundPayouts()
  const { ids, clock, apply } = product().kernel
  const journals = payoutAssets.map(({ symbol, decimals }) => {
    const [id, asset] = [ids.next(), `${symbol}@ethereum`]
    const units = payoutCoins * 10n ** BigInt(Math.min(decimals, 8))
    return journal({
      kind: 'capital.contributed',
      key: `capital:${id}`,
      command: `fund ${id}`,
      effectiveAt: clock.now(),
      subjectId: id,
      legs: [debit({ code: 'crypto.payout', asset }, units), credit({ code: 'fx.units', asset }, units)],
    })
  })
  const { outcome } = await apply({ journals })
  if (outcome !== 'posted') throw new Error(outcome)
}

/** What a wallet had before the run. */
export type Fund = { readonly ownerId: string; readonly wallet: string; readonly cents: bigint }
const fundCents = [20_000, 500_000] as const

/** Money for the wallets of these companies, as one journal for each wallet. */
export const fundWallets = async (
  { product }: Pick<World, 'product'>,
  companyIds: readonly string[],
  random: SeededRandom,
): Promise<readonly Fund[]> => {
  const { ids, clock, db, apply } = product().kernel
  const funds: Fund[] = []
  const journals = await db.read(allTenants, async (sql) => {
    const made: Journal[] = []
    for (const companyId of new Set(companyIds)) {
      const holder = await readWalletHolder(sql, companyId)
      if (!holder) throw new Error('A company has no wallet')
      for (const wallet of ['regular', 'immediate'] as const) {
        const amountCents = BigInt(random.whole(...fundCents))
        const credit = { id: ids.next(), holder, wallet, type: 'credit', amountCents } as const
        funds.push({ ownerId: companyId, wallet, cents: amountCents })
        made.push(walletAdjusted({ ...credit, effectiveAt: clock.now() }))
      }
    }
    return made
  })
  const { outcome } = await apply({ journals })
  if (outcome !== 'posted') throw new Error(outcome)
  return funds
}

/** Settlements above 5.00 wait for people instead of being approved by the daily run. */
export const decideByHand = ({ product }: Pick<World, 'product'>): Promise<void> => {
  const { db, clock } = product().kernel
  const change = { key: 'secondPersonSettlement', value: 500n, at: clock.now(), by: null } as const
  return db.write(allTenants, (sql) => writeSetting(sql, change))
}
