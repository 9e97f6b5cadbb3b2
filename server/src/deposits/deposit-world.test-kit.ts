import type { PeopleProduct } from '../../../tests/support/people-product.ts'
import { createAdmin, createTwoPeople, newKey, type Admin } from '../approvals/two-people.test-kit.ts'
import { allTenants } from '../kernel/database.ts'
import { createWalletWorld } from '../wallets/wallet-world.test-kit.ts'

/** The smallest file that is accepted as a PDF. */
export const pdfFile = Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n').toString('base64')

let references = 0

/** The companies of the wallets' world, a depositor administrator and an administrator who approves. */
export const createDepositWorld = async (product: PeopleProduct) => {
  const { kernel } = product
  const world = await createWalletWorld(product)
  const people = createTwoPeople(product)
  const depositor = await createAdmin(product, { name: 'depositor', roleId: 4 })
  const checker = await createAdmin(product, { name: 'checker', roleId: 1 })
  const viewer = await createAdmin(product, { name: 'viewer', roleId: 3 })

  const proof = async (by: Admin = depositor): Promise<string> => {
    const stored = await by.browser.post<{ id: string }>('/top-up-proofs', { file: pdfFile })
    if (stored.status !== 201) throw new Error(stored.text)
    return stored.body.data.id
  }
  /** A regular wire of Lima, 10,000.00, with a proof and a reference of its own. */
  const wire = async (change: object = {}, by: Admin = depositor) => {
    references += 1
    return {
      companyId: world.lima,
      wallet: 'regular',
      gross: '10000.00',
      fee: '225.00',
      bankReference: `WIRE ${references}`,
      valuedOn: kernel.clock.now().toISOString().slice(0, 10),
      reason: 'Wire of November',
      proofId: await proof(by),
      ...change,
    }
  }
  const enter = async (change: object = {}, by: Admin = depositor, key = newKey()) =>
    people.confirmed<{ id: string }>(by, '/top-ups', await wire(change, by), key)
  /** Enters a wire that one person is enough for. */
  const entered = async (change: object = {}, by: Admin = depositor): Promise<string> => {
    const answer = await enter(change, by)
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.body.data.id
  }
  type Leg = { account: string; owner: string | null; amount: bigint }
  return {
    ...world,
    people,
    depositor,
    checker,
    viewer,
    proof,
    wire,
    enter,
    entered,
    detail: async (id: string, by: Admin = checker) =>
      (await by.browser.get<Record<string, unknown>>(`/top-ups/${id}`)).body,
    /** The legs of a journal with this key, as the book has them. */
    journal: (key: string): Promise<Leg[]> =>
      kernel.db.read(allTenants, (sql) =>
        sql.rows<Leg>(
          `select a.code as account, c.slug as owner, p.amount from journal j
           join posting p on p.journal_id = j.id join account a on a.id = p.account_id
           left join company c on c.id = a.owner_id where j.idem = $1
           order by p.amount, a.code, c.slug`,
          [key],
        ),
      ),
    /** The natural balance of an account of a company, or one reference of the operator's account. */
    balance: (code: string, ownerId: string): Promise<bigint> =>
      kernel.db.read(allTenants, async (sql) => {
        const row = await sql.maybe<{ cents: bigint }>(
          `select (case when side = 'D' then -balance else balance end)::int8 as cents from account
           where code = $1 and owner_id = $2`,
          [code, ownerId],
        )
        return row?.cents ?? 0n
      }),
    openRef: (code: string, ref: string): Promise<bigint> =>
      kernel.db.read(allTenants, async (sql) => {
        const row = await sql.maybe<{ balance: bigint }>(
          `select r.balance from ref_balance r join account a on a.id = r.account_id
           where a.code = $1 and r.ref = $2`,
          [code, ref],
        )
        return row?.balance ?? 0n
      }),
  }
}

export type DepositWorld = Awaited<ReturnType<typeof createDepositWorld>>
