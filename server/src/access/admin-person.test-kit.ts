import type { StepUpRequest } from '@cardamom/contract/access/step-up'
import type { PeopleProduct } from '../../../tests/support/people-product.ts'
import { grantOperation, storePasskey } from '../../../tests/support/step-up-kit.ts'
import type { TestBrowser } from '../../../tests/support/test-browser.ts'
import { logIn, makeUser } from '../../../tests/support/test-people.ts'
import { houseId } from '../companies/company.ts'

/** An administrator who is logged in and has a passkey. */
export type AdminPerson = {
  readonly userId: string
  readonly companyId: string
  readonly browser: TestBrowser
}

export const makeAdmin = async (
  product: Pick<PeopleProduct, 'kernel'>,
  of: { name: string; roleId: number; companyId?: string },
): Promise<AdminPerson> => {
  const { name, roleId, companyId = houseId } = of
  const userId = await makeUser(product, { email: `${name}@example.com`, roleId, companyId })
  const browser = await logIn(product, name)
  await storePasskey(product.kernel, { userId, companyId })
  return { userId, companyId, browser }
}

type Call = { method: 'GET' | 'POST' | 'PATCH'; path: string; body?: object; version?: number; key?: string }

/** Requests the confirmation of a call, and returns the function that sends the confirmed call. */
export const prepared = async <T>(
  product: Pick<PeopleProduct, 'kernel'>,
  { userId, companyId, browser }: AdminPerson,
  { method, path, body = {}, version, key }: Call,
) => {
  const headers = {
    ...(version === undefined ? {} : { 'if-match': String(version) }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  }
  const send = (more: Record<string, string> = {}) =>
    browser.send<T>(method, path, { ...(method === 'GET' ? {} : { body }), headers: { ...headers, ...more } })
  const requested = await send()
  if (requested.body.code !== 'step_up_required') return () => Promise.resolve(requested)
  const wanted = requested.body.data as unknown as StepUpRequest
  const grant = await grantOperation(product.kernel, { userId, companyId }, wanted)
  return async () => Object.assign(await send({ 'step-up': grant }), { show: wanted.show })
}

/** Makes a call, confirms it with the passkey where necessary, and sends it again. */
export const confirmed = async <T>(product: Pick<PeopleProduct, 'kernel'>, by: AdminPerson, call: Call) =>
  (await prepared<T>(product, by, call))()
