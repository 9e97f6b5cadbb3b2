import { allTenants } from '../../server/src/kernel/database.ts'
import type { TestProduct } from './test-product.ts'

export type TestPerson = {
  readonly id: string
  readonly email: string
  readonly companyId: string
  /** Headers of the person's session: bearer and cookie, which are valid only together. */
  readonly headers: Readonly<Record<string, string>>
}

const password = 'pepper-and-salt-7'
let people = 0

/** The body of a registration that is right in every field. */
export const registrationOf = (email: string, termsVersion: number) => ({
  email,
  password,
  confirmation: password,
  firstName: 'Lucía',
  lastName: 'Ferrer',
  birthDate: '1990-04-12',
  country: 'PE',
  city: 'Lima',
  street: 'Av. Larco 101',
  zip: '15074',
  mobile: '+51987654321',
  code: null,
  termsVersion,
})

/** Registers a person through the API, confirms the address in the database, and signs them in. */
export const signUp = async (product: TestProduct, host = 'localhost:4000'): Promise<TestPerson> => {
  people += 1
  const email = `person${people}@test.example`
  const terms = await product.request({ path: '/terms', host })
  const registration = registrationOf(email, terms.body.data.version)
  const made = await product.request({ method: 'POST', path: '/registrations', body: registration, host })
  if (made.status !== 201)
    throw new Error(`Registration answered ${made.status}: ${JSON.stringify(made.body)}`)
  const user = await product.kernel.db.write(allTenants, (sql) =>
    sql.one<{ id: string; company_id: string }>(
      'update app_user set email_verified_at = created_at where email = $1 returning id, company_id',
      [email],
    ),
  )
  const session = await product.request({
    method: 'POST',
    path: '/sessions',
    body: { login: email, password },
    host,
  })
  if (session.status !== 201)
    throw new Error(`Sign-in answered ${session.status}: ${JSON.stringify(session.body)}`)
  const cookies = [session.headers['set-cookie']].flat().map((cookie) => String(cookie).split(';')[0])
  return {
    id: user.id,
    email,
    companyId: user.company_id,
    headers: { authorization: `Bearer ${session.body.data.token}`, cookie: cookies.join('; '), host },
  }
}
