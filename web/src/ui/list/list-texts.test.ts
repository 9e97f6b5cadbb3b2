import type { listKycCases } from '@cardamom/contract/kyc/kyc-cases'
import { expectTypeOf, test } from 'vitest'
import type { MissingTexts } from './list-texts.ts'

type Missing<Name extends string, Plain extends string = never> = MissingTexts<
  'kycCases',
  typeof listKycCases,
  Name,
  Plain
>

test('a list page needs a label for each column, filter and order, and for each value of a choice', () => {
  expectTypeOf<Missing<'person' | 'status', 'status'>>().toEqualTypeOf<never>()
  expectTypeOf<Missing<'person' | 'seat'>>().toEqualTypeOf<'fields.seat'>()
  expectTypeOf<Missing<'isHeld', 'isHeld'>>().toEqualTypeOf<never>()
})

test('texts of another module lack what the list has', () => {
  type Lacking = MissingTexts<'deviceProfiling', typeof listKycCases, 'ref', never>
  expectTypeOf<'fields.ref' | 'fields.status' | 'fields.changedAt' | 'empty.title'>().toExtend<Lacking>()
  expectTypeOf<'values.status.declined'>().toExtend<Lacking>()
})
