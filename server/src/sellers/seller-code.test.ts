import { expect, test } from 'vitest'
import { attributionOf, judgeSellerCode, type SellerCode } from './seller-code.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 20) + second * 1000)
const code: SellerCode = {
  id: 'code',
  companyId: 'lima',
  ownerId: 'eva',
  validFrom: at(0),
  validTo: at(100),
  maxUses: 3,
  uses: 2,
  active: true,
  ownerActive: true,
}
const owned = { id: code.id, ownerId: 'eva' }
const judge = (changes: Partial<SellerCode>, second: number) => {
  const judged = judgeSellerCode({ ...code, ...changes }, at(second))
  return judged.accepted ? 'good' : judged.code
}

test.each([
  [{}, -1, 'seller_code_not_yet_valid'],
  [{ active: false }, -1, 'seller_code_not_active'],
  [{ validTo: at(-2) }, -1, 'seller_code_expired'],
  [{ ownerId: null, ownerActive: null }, 1, 'seller_code_not_active'],
  [{}, 0, 'good'],
  [{}, 99, 'good'],
  [{}, 100, 'seller_code_expired'],
  [{ validTo: null }, 1e9, 'good'],
  [{ uses: 3 }, 1, 'seller_code_used_up'],
  [{ uses: 3 }, 100, 'seller_code_expired'],
  [{ uses: 1000, maxUses: null }, 1, 'good'],
  [{ active: false }, 1, 'seller_code_not_active'],
  [{ ownerActive: false }, 1, 'seller_code_not_active'],
  [{ active: false }, 200, 'seller_code_not_active'],
])('%j at second %i: %s', (changes, second, told) => {
  expect(judge(changes, second)).toBe(told)
})

test('a seller two earns with the seller one who recruited them', () => {
  expect(attributionOf(owned, { roleId: 8, recruitedBy: 'ana' })).toEqual({
    sellerCodeId: 'code',
    sellerOneId: 'ana',
    sellerTwoId: 'eva',
    referrerId: null,
  })
})

test.each([7, 5, 2])('an owner of role %i earns as a seller one', (roleId) => {
  expect(attributionOf(owned, { roleId, recruitedBy: null })).toMatchObject({
    sellerOneId: 'eva',
    sellerTwoId: null,
  })
})
