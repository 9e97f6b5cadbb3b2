import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createTestBrowser } from '../../../tests/support/test-browser.ts'

let product: PeopleProduct
beforeAll(async () => {
  product = await createPeopleProduct()
})
afterAll(() => product.stop())

const browser = () => createTestBrowser(product.kernel.app)
export const person = {
  email: 'lucia@example.com',
  password: 'secret',
  confirmation: 'secret',
  firstName: 'Lucía',
  lastName: 'Ibáñez',
  birthDate: '2000-02-29',
  mobile: '+51999000111',
  street: 'Av. Larco 345',
  zip: '15074',
  city: 'Lima',
  country: 'PE',
  termsVersion: 1,
}

test('a person registers, confirms and logs in', async () => {
  const me = browser()
  const registered = await me.post('/registrations', person)
  expect(registered.body).toMatchObject({
    success: true,
    data: { email: person.email, companyName: 'Cardamom' },
  })
  expect(registered.status).toBe(201)
  await product.drain()
  const [mail] = await product.mailbox.outbox(person.email)
  expect(mail).toMatchObject({ kind: 'verify_email', subject: 'Confirm your e-mail' })
  const early = await me.post('/sessions', { login: person.email, password: 'secret' })
  expect(early.body).toMatchObject({ code: 'email_not_verified', data: { email: person.email } })
  const token = mail?.link?.split('/').at(-1)
  const confirmed = await me.post(`/email-verifications/${token}`)
  expect(confirmed.body.data).toEqual({ email: person.email, purpose: 'registration' })
  const session = await me.post<{ token: string }>('/sessions', { login: person.email, password: 'secret' })
  expect(session.status).toBe(201)
  me.setToken(session.body.data.token)
  const auths = await me.get('/getUserAuths')
  expect(auths.status).toBe(200)
  expect((await me.get('/me')).body.data).toMatchObject({ birthDate: '2000-02-29', street: 'Av. Larco 345' })
})
