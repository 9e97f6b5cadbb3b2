import { afterAll, beforeAll, expect, test } from 'vitest'
import { approvalKinds, ApprovalRequested } from '../../contract/src/approvals.ts'
import type { Endpoint } from '../../contract/src/endpoint.ts'
import type { PermissionTag } from '../../contract/src/roles.ts'
import { checkerTagOf, checkerTags, needsTwoPeople } from '../../contract/src/approvals/checker-tags.ts'
import { createPeopleProduct, type PeopleProduct } from '../support/people-product.ts'

let product: PeopleProduct
beforeAll(async () => {
  product = await createPeopleProduct()
})
afterAll(() => product.stop())

const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`
const isOfTwo = ({ fourEyes, fourEyesWhen }: Endpoint) => fourEyes === true || fourEyesWhen !== undefined

/** Changing calls whose tag needs two people, and that declare neither them nor why one is enough. */
const undeclared = (calls: readonly Endpoint[]) =>
  calls
    .filter(({ method, who, alsoTag }) => method !== 'GET' && [who, alsoTag ?? ''].some(needsTwoPeople))
    .filter((call) => !isOfTwo(call) && call.onePersonBecause === undefined)
    .map(nameOf)

test('every changing call with a tag of two people needs two people, or says why one is enough', () => {
  expect(undeclared(product.calls)).toEqual([])
  const calls = product.calls.filter(isOfTwo)
  expect(calls.length).toBeGreaterThan(0)
  const careless = calls.map(({ fourEyes: _two, fourEyesWhen: _case, ...call }) => call)
  const isByTag = ({ who }: Endpoint) => needsTwoPeople(who)
  expect(undeclared(careless)).toEqual(calls.filter(isByTag).map(nameOf))
  expect(calls.filter((call) => !isByTag(call)).map(nameOf)).toEqual([
    'POST /users/:id/factors/reset',
    'POST /email-changes/:id/old-confirmation',
    'POST /top-ups',
  ])
})

test('a call of two people has a kind, a step-up, a key, a reason, and answers the request', () => {
  const calls = product.calls.filter(isOfTwo)
  expect(calls.map(nameOf).toSorted()).toEqual(Object.keys(approvalKinds).toSorted())
  const answer = { approvalId: product.kernel.ids.next() }
  for (const { path, who, stepUp, idempotent, input, output, fourEyes, status } of calls) {
    expect([path, checkerTags.includes(checkerTagOf(who as PermissionTag))]).toEqual([path, true])
    expect([path, ['S2', 'S3'].includes(stepUp ?? '')]).toEqual([path, true])
    expect([path, idempotent]).toEqual([path, true])
    expect([path, 'reason' in (input as unknown as { shape: object }).shape]).toEqual([path, true])
    expect([path, output.safeParse(ApprovalRequested.parse(answer)).success]).toEqual([path, true])
    if (fourEyes) expect([path, status]).toEqual([path, 202])
  }
})

test('the checker holds the tag to approve where the module has one, else the same tag', () => {
  expect(checkerTagOf('settlements.create')).toBe('settlements.approve')
  expect(checkerTagOf('treasury.move')).toBe('treasury.move')
  expect(checkerTagOf('admins.permissions.grant')).toBe('admins.permissions.grant')
  expect(checkerTags).toContain('withdrawals.approve')
  expect(checkerTags).not.toContain('users.view')
})
