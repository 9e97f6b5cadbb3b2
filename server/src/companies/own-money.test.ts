import { expect, test } from 'vitest'
import { houseId } from './company.ts'
import { changesOwnMoney, isOwnMoney } from './own-money.ts'

const path = ['norte', 'andes', 'lima']
const of = (companyId: string, userId = 'ana') => ({ userId, companyId })

test('money of a company is that of its staff and of the staff above it, and not of the operator', () => {
  for (const companyId of path) expect(changesOwnMoney(of(companyId), { path })).toBe(true)
  for (const companyId of ['cusco', houseId]) expect(changesOwnMoney(of(companyId), { path })).toBe(false)
  expect(changesOwnMoney(of(houseId), { path: [houseId] })).toBe(false)
})

test('nobody requests or approves what is their own, also at the operator', () => {
  const [me, owned] = [of(houseId), { path, ownerId: 'ana' }]
  expect(changesOwnMoney(me, owned)).toBe(true)
  expect(changesOwnMoney(of(houseId, 'eva'), owned, { checkerId: 'ana' })).toBe(true)
  expect(changesOwnMoney(of(houseId, 'eva'), owned, { checkerId: 'tom' })).toBe(false)
  expect(changesOwnMoney(me, { path }, null)).toBe(false)
})

test('a withdrawal is that of the company’s own staff and of its owner', () => {
  expect(isOwnMoney(of('lima'), { companyId: 'lima' })).toBe(true)
  expect(isOwnMoney(of('andes'), { companyId: 'lima' })).toBe(false)
  expect(isOwnMoney(of(houseId), { companyId: houseId, ownerId: 'ana' })).toBe(true)
})
