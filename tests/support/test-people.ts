import { houseId } from '../../server/src/companies/company.ts'
import { insertCompany, type NewCompany } from '../../server/src/companies/companies.sql.ts'
import { noReferrer } from '../../server/src/identity/user.ts'
import { insertUser } from '../../server/src/identity/users.sql.ts'
import { allTenants } from '../../server/src/kernel/database.ts'
import type { PeopleProduct } from './people-product.ts'
import { createTestBrowser, type TestBrowser } from './test-browser.ts'

/**
 * A cheap hash of `own secret`: argon2 reads the cost from the hash. People who register get one at the full
 * cost.
 */
export const ownSecretHash =
  '$argon2id$v=19$m=64,t=1,p=1$oIiiops5OvWlRc6+cISKQQ$zAklnkFf5ez4pGvPgkv5Y9RmiELFCh7vGB6J06HFmfA'

/** The form of a registration; each test changes the fields that it is about. */
export const lucia = {
  email: 'lucia@example.com',
  password: 'own secret',
  confirmation: 'own secret',
  firstName: 'Lucía',
  lastName: 'Ibáñez',
  birthDate: '2000-02-29',
  mobile: '+51 999 000 111',
  street: 'Av. Larco 345',
  zip: '15074',
  city: 'Lima',
  country: 'PE',
  termsVersion: 1,
}

/** Token of the newest link that was sent to an address. */
export const mailedToken = async (product: PeopleProduct, to: string, kind?: string): Promise<string> => {
  await product.drain()
  const [mail] = await product.mailbox.outbox(to, kind)
  const token = mail?.link?.split('/').at(-1)
  if (!token) throw new Error(`No mail with a link to ${to}`)
  return token
}

/** Registers over HTTP and confirms the address with the link of the mail. */
export const join = async (product: PeopleProduct, email: string, changes: object = {}): Promise<void> => {
  const visitor = createTestBrowser(product.kernel.app)
  const registered = await visitor.post('/registrations', { ...lucia, email, ...changes })
  if (registered.status !== 201) throw new Error(registered.text)
  const confirmed = await visitor.post(`/email-verifications/${await mailedToken(product, email)}`)
  if (confirmed.status !== 200) throw new Error(confirmed.text)
}

/** A browser in which this person is logged in. */
export const logIn = async (
  product: Pick<PeopleProduct, 'kernel'>,
  login: string,
  password = 'own secret',
): Promise<TestBrowser> => {
  const browser = createTestBrowser(product.kernel.app)
  const answer = await browser.post<{ token: string }>('/sessions', { login, password })
  if (answer.status !== 201) throw new Error(answer.text)
  browser.setToken(answer.body.data.token)
  return browser
}

/** A person of any role, as an administrator would create one; the password is `own secret`. */
export const makeUser = async (
  product: Pick<PeopleProduct, 'kernel'>,
  user: { email: string; roleId: number; companyId?: string; isTest?: boolean },
): Promise<string> => {
  const { ids, clock, db } = product.kernel
  const id = ids.next()
  const now = clock.now()
  const made = {
    id,
    companyId: user.companyId ?? houseId,
    roleId: user.roleId,
    email: user.email,
    emailVerifiedAt: now,
    passwordHash: ownSecretHash,
    firstName: 'Ana',
    lastName: 'Paz',
    gender: null,
    city: null,
    state: null,
    country: null,
    encrypted: null,
    mobileDigest: null,
    attribution: noReferrer,
    locale: 'en',
    isTest: user.isTest ?? false,
    createdAt: now,
  } as const
  const outcome = await db.write(allTenants, (sql) => insertUser(sql, ids, made))
  if (outcome !== 'inserted') throw new Error(outcome)
  return id
}

export const makeCompany = async (
  product: Pick<PeopleProduct, 'kernel'>,
  company: Omit<NewCompany, 'id' | 'parentId' | 'name'> & { parentId?: string; name?: string },
): Promise<string> => {
  const { ids, clock, db } = product.kernel
  const id = ids.next()
  const { parentId = null, name = company.slug, ...rest } = company
  await db.write(allTenants, (sql) => insertCompany(sql, { ...rest, id, parentId, name }, clock.now()))
  return id
}
