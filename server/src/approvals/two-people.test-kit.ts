import type { StepUpRequest } from '@cardamom/contract/access/step-up'
import type { WireOf } from '@cardamom/contract/endpoint'
import type { getApproval } from '@cardamom/contract/approvals'
import type { PermissionTag } from '@cardamom/contract/roles'
import type { PeopleProduct } from '../../../tests/support/people-product.ts'
import { grantOperation, storePasskey } from '../../../tests/support/step-up-kit.ts'
import type { TestAnswer, TestBrowser } from '../../../tests/support/test-browser.ts'
import { logIn, makeUser } from '../../../tests/support/test-people.ts'
import { houseId } from '../companies/company.ts'
import { allTenants } from '../kernel/database.ts'

export type Admin = { readonly userId: string; readonly companyId: string; readonly browser: TestBrowser }
export type ApprovalWire = WireOf<typeof getApproval>

let keys = 0
export const newKey = (): string => {
  keys += 1
  return `two-people-key-${keys}`
}

/** An administrator with a passkey, in a browser of their own. */
export const createAdmin = async (
  product: Pick<PeopleProduct, 'kernel'>,
  of: { readonly name: string; readonly roleId: number; readonly companyId?: string },
): Promise<Admin> => {
  const { name, roleId, companyId = houseId } = of
  const userId = await makeUser(product, { email: `${name}@example.com`, roleId, companyId })
  const browser = await logIn(product, name)
  await storePasskey(product.kernel, { userId, companyId })
  return { userId, companyId, browser }
}

/** An authorised administrator of a company, who was granted these tags for their own company. */
export const createLocalAdmin = async (
  product: Pick<PeopleProduct, 'kernel'>,
  of: {
    readonly name: string
    readonly companyId: string
    readonly tags: readonly PermissionTag[]
    readonly by: Admin
  },
): Promise<Admin> => {
  const { companyId, tags, by } = of
  const made = await createAdmin(product, { ...of, roleId: 9 })
  const { db, ids } = product.kernel
  await db.write(allTenants, async (sql) => {
    await sql.run(
      `insert into data_scope (user_id, company_id, kind, set_by, set_at) values ($1, $2, 'subtree', $3, now())`,
      [made.userId, companyId, by.userId],
    )
    for (const tag of tags)
      await sql.run(
        `insert into tag_override (id, company_id, user_id, tag, effect, set_by, set_at)
         values ($1, $2, $3, $4, 'granted', $5, now())`,
        [ids.next(), companyId, made.userId, tag, by.userId],
      )
  })
  return made
}

type ConfirmedAnswer<T> = TestAnswer<T> & { readonly step: StepUpRequest | null }

/** Calls of people who request and approve; a step-up is confirmed where a call needs it. */
export const createTwoPeople = (product: Pick<PeopleProduct, 'kernel'>) => {
  const confirmed = async <T>(
    { browser, ...person }: Admin,
    path: string,
    body: object,
    key = newKey(),
  ): Promise<ConfirmedAnswer<T>> => {
    const headers = { 'idempotency-key': key }
    const requested = await browser.post<T>(path, body, { headers })
    if (requested.body.code !== 'step_up_required') return { ...requested, step: null }
    const step = requested.body.data as StepUpRequest
    const grant = await grantOperation(product.kernel, person, step)
    const answer = await browser.post<T>(path, body, { headers: { ...headers, 'step-up': grant } })
    return { ...answer, step }
  }
  const read = ({ browser }: Admin, id: string) => browser.get<ApprovalWire>(`/approvals/${id}`)
  return {
    confirmed,
    read,
    /** Requests a call and returns the id of the request. */
    request: async (by: Admin, path: string, body: object, key = newKey()): Promise<string> => {
      const answer = await confirmed<{ approvalId: string }>(by, path, body, key)
      if (answer.status !== 202) throw new Error(answer.text)
      return answer.body.data.approvalId
    },
    /** Approves what this person sees now. */
    approve: async (by: Admin, id: string, key = newKey()) => {
      const version = (await read(by, id)).body.data?.version ?? ''
      return confirmed<ApprovalWire>(by, `/approvals/${id}/approve`, { version }, key)
    },
    reject: (by: Admin, id: string, note = 'Not agreed', key = newKey()) =>
      by.browser.post<ApprovalWire>(
        `/approvals/${id}/reject`,
        { note },
        { headers: { 'idempotency-key': key } },
      ),
    withdraw: (by: Admin, id: string, key = newKey()) =>
      by.browser.post<ApprovalWire>(`/approvals/${id}/withdraw`, {}, { headers: { 'idempotency-key': key } }),
  }
}
