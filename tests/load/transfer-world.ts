import { formatCents } from '../../contract/src/money.ts'
import { transferFee } from '../../server/src/fees/fee-split.ts'
import { objectHashOf } from '../../server/src/access/step-up.ts'
import { hashSecret, newSecret } from '../../server/src/access/secrets.ts'
import { allTenants } from '../../server/src/kernel/database.ts'
import { readWalletHolder } from '../../server/src/wallets/wallet-holders.sql.ts'
import { walletAdjusted } from '../../server/src/wallets/adjustment-postings.ts'
import { storePasskey } from '../support/step-up-kit.ts'
import { makeCompany, makeUser } from '../support/test-people.ts'
import type { CallerRequest } from './callers.ts'
import type { MeasuredPerson, MeasuredProduct } from './measured-product.ts'

/** Companies of tier 1, each with one company of tiers 2 to 4 below it. */
const branches = 50
const sellersOfBranch = 96
const fundCents = 10_000_000n
const totalCents = 10_000n
/** Twenty hundredths of a percent, the rate of the worked example (domain §7). */
export const rateHundredthsBp = 2000n
const administratorRole = 5
const sellerRole = 7

/** A branch: its administrator sees all its wallets. */
export type Branch = { readonly administrator: MeasuredPerson; readonly walletIds: readonly string[] }

const makeBranch = async (product: MeasuredProduct, number: number): Promise<Branch> => {
  const companyIds: string[] = []
  for (const tier of [1, 2, 3, 4]) {
    const parentId = companyIds.at(-1)
    const slug = `branch-${number}-${tier}`
    companyIds.push(await makeCompany(product, { slug, ...(parentId ? { parentId } : {}) }))
  }
  const [top] = companyIds
  const sellers = Array.from({ length: sellersOfBranch }, (_, index) =>
    makeUser(product, {
      email: `seller-${number}-${index}@example.com`,
      roleId: sellerRole,
      companyId: companyIds[index % companyIds.length] ?? '',
    }),
  )
  const walletIds = [...companyIds, ...(await Promise.all(sellers))]
  const administrator = await product.signIn(administratorRole, top)
  await storePasskey(product.kernel, administrator)
  return { administrator, walletIds }
}

const fund = async ({ kernel }: MeasuredProduct, walletId: string): Promise<void> => {
  const holder = await kernel.db.read(allTenants, (sql) => readWalletHolder(sql, walletId))
  if (!holder) throw new Error('There is no such wallet')
  const journals = (['regular', 'immediate'] as const).map((wallet) => {
    const credit = { id: kernel.ids.next(), holder, wallet, type: 'credit', amountCents: fundCents } as const
    return walletAdjusted({ ...credit, effectiveAt: kernel.clock.now() })
  })
  const { outcome } = await kernel.apply({ journals })
  if (outcome !== 'posted') throw new Error(outcome)
}

/** 200 companies in 50 branches and 4,800 sellers, each with two funded wallets: as many accounts as the script has. */
export const makeWorld = async (product: MeasuredProduct): Promise<readonly Branch[]> => {
  const made: Branch[] = []
  for (let number = 1; number <= branches; number += 1) {
    const branch = await makeBranch(product, number)
    await Promise.all(branch.walletIds.map((id) => fund(product, id)))
    made.push(branch)
  }
  return made
}

const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)]!

/**
 * Requests to transfer 100.00 between two random wallets of a branch, each with its grant of a step-up, as if it had just been
 * confirmed by a passkey.
 */
export const makeTransfers = async (
  { kernel }: MeasuredProduct,
  { world, count, hasFee }: { world: readonly Branch[]; count: number; hasFee: boolean },
): Promise<CallerRequest[]> => {
  const { db, ids, clock } = kernel
  const fee = transferFee({ totalCents, rateHundredthsBp: hasFee ? rateHundredthsBp : 0n })
  if (!fee.accepted) throw new Error('The fee is not accepted')
  const at = clock.realNow()
  const expiresAt = new Date(at.getTime() + 60_000)
  const made = Array.from({ length: count }, () => {
    const { administrator, walletIds } = pick(world)
    const fromOwnerId = pick(walletIds)
    const toOwnerId = pick(walletIds.filter((id) => id !== fromOwnerId))
    const sides = { fromOwnerId, fromWallet: 'regular', toOwnerId, toWallet: 'regular' }
    const amounts = { total: totalCents, fee: fee.value.feeCents }
    const input = { ...sides, ...amounts, reason: 'Measurement' }
    const body = { ...input, total: formatCents(input.total), fee: formatCents(input.fee) }
    const objectHash = objectHashOf({ action: 'POST /transfers', params: {}, input })
    return { administrator, body: JSON.stringify(body), objectHash, grant: newSecret(ids) }
  })
  const sessions = await db.read(allTenants, (sql) =>
    sql.selectFrom('session').select(['id', 'userId']).where('endedAt', 'is', null).execute(),
  )
  const sessionOf = new Map(sessions.map(({ id, userId }) => [userId, id]))
  const columns = made.map(({ administrator, grant, objectHash }) => ({
    grantHash: hashSecret(grant),
    objectHash: Buffer.from(objectHash, 'hex'),
    sessionId: sessionOf.get(administrator.userId) ?? '',
    companyId: administrator.companyId,
    userId: administrator.userId,
    level: 'S2' as const,
    action: 'POST /transfers',
    factor: 'passkey',
    challengeId: ids.next(),
    madeAt: at,
    expiresAt,
  }))
  await db.write(allTenants, async (sql) => {
    for (let start = 0; start < columns.length; start += 1000) {
      await sql
        .insertInto('stepUpGrant')
        .values(columns.slice(start, start + 1000))
        .execute()
    }
  })
  return made.map(({ administrator, body, grant }) => ({ person: administrator, body, stepUp: grant }))
}
