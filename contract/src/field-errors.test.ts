import { expect, test } from 'vitest'
import { z } from 'zod'
import { fieldCodes, fieldErrorMap } from './field-errors.ts'
import { register, updateMe } from './identity.ts'
import { messages } from './messages/en/fields.ts'
import { Cents } from './money.ts'

const person = {
  email: ' Lucia@Example.com ',
  password: 'secret',
  confirmation: 'secret',
  firstName: '  Zoë 😀 ',
  lastName: 'Ibáñez',
  birthDate: '2000-02-29',
  mobile: '+51 999 000-111',
  street: 'Av. Larco 345',
  zip: '15074',
  city: 'Lima',
  country: 'pe',
  termsVersion: 1,
}

const codesOf = (changes: object) => {
  const parsed = register.input.safeParse({ ...person, ...changes }, { error: fieldErrorMap })
  return parsed.success ? {} : fieldCodes(parsed.error)
}

test('input is stored in one canonical form', () => {
  expect(register.input.parse({ ...person, state: '', gender: '', code: '' })).toMatchObject({
    email: 'lucia@example.com',
    firstName: 'Zoë 😀',
    mobile: '+51999000111',
    country: 'PE',
    state: null,
    gender: null,
    code: null,
  })
  expect(register.input.parse({ ...person, code: ' lima-01 ' }).code).toBe('LIMA-01')
})

test.each([
  [{ email: 'lucia@' }, { email: ['email_invalid'] }],
  [{ email: '  ' }, { email: ['required'] }],
  [{ email: undefined }, { email: ['required'] }],
  [{ password: '12345', confirmation: '12345' }, { password: ['password_too_short'] }],
  [{ confirmation: 'secreT' }, { confirmation: ['passwords_differ'] }],
  [{ confirmation: '' }, { confirmation: ['passwords_differ'] }],
  [{ firstName: '   ' }, { firstName: ['name_empty'] }],
  [{ firstName: 'x'.repeat(81) }, { firstName: ['too_long'] }],
  [{ lastName: 'a\u0000b' }, { lastName: ['control_characters'] }],
  [{ lastName: 'a\nb' }, { lastName: ['control_characters'] }],
  [{ lastName: 'a\u202egnp' }, { lastName: ['hidden_characters'] }],
  [{ lastName: 'Ib\u200báñez' }, { lastName: ['hidden_characters'] }],
  [{ lastName: 'Ib\u200dáñez' }, { lastName: ['hidden_characters'] }],
  [{ lastName: '\u3164' }, { lastName: ['hidden_characters'] }],
  [{ firstName: 'Zoë\u{e0041}' }, { firstName: ['hidden_characters'] }],
  [{ street: 'Av.\u2066 Larco' }, { street: ['hidden_characters'] }],
  [{ state: 'Li\u00adma' }, { state: ['hidden_characters'] }],
  [{ firstName: '👩🏽‍💻 ❤️ 1️⃣ 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} 葛\u{e0100}城' }, {}],
  [{ birthDate: '2001-02-29' }, { birthDate: ['date_invalid'] }],
  [{ birthDate: '1899-12-31' }, { birthDate: ['date_invalid'] }],
  [{ mobile: '' }, { mobile: ['required'] }],
  [{ mobile: '999000111' }, { mobile: ['mobile_invalid'] }],
  [{ street: '' }, { street: ['required'] }],
  [{ zip: '' }, { zip: ['required'] }],
  [{ zip: '15O74' }, { zip: ['zip_invalid'] }],
  [{ city: undefined }, { city: ['required'] }],
  [{ country: 'XX' }, { country: ['country_invalid'] }],
  [{ gender: 'fish' }, { gender: ['invalid'] }],
  [{ code: 'abc' }, { code: ['code_invalid'] }],
  [{ termsVersion: null }, { termsVersion: ['terms_not_accepted'] }],
])('a registration with %j answers %j', (changes, codes) => {
  expect(codesOf(changes)).toEqual(codes)
})

test('errors of several fields are answered together, also of fields that depend on each other', () => {
  expect(codesOf({ email: 'x', confirmation: 'other', zip: 'a' })).toEqual({
    email: ['email_invalid'],
    confirmation: ['passwords_differ'],
    zip: ['zip_invalid'],
  })
})

test('letters in a zip code are valid in countries that use them', () => {
  expect(codesOf({ country: 'GB', zip: 'SW1A 1AA' })).toEqual({})
})

test('a PATCH has only the fields that were sent', () => {
  expect(updateMe.input.parse({})).toEqual({})
  expect(updateMe.input.parse({ state: '', gender: null })).toEqual({ state: null, gender: null })
})

test('every default rule of the library has one of our codes, with a text', () => {
  const schema = z.object({
    text: z.string().min(3).max(5),
    list: z.array(z.string()).min(2),
    count: z.number().int().min(1).max(9),
    kind: z.enum(['a', 'b']),
    at: z.iso.datetime(),
    id: z.uuid(),
    amount: Cents,
  })
  const sent = [
    { text: 'ab', list: [], count: 0, kind: 'c', at: 'x', id: 'x', amount: '1.234' },
    { text: 'abcdef', list: 1, count: 10, kind: '', at: '', id: null, amount: 5 },
    { text: 5, list: [1, 2], count: 1.5 },
    'nothing',
  ]
  for (const each of sent) {
    const parsed = schema.safeParse(each, { error: fieldErrorMap })
    const codes = Object.values(parsed.error ? fieldCodes(parsed.error) : {}).flat()
    expect(codes.length).toBeGreaterThan(0)
    for (const code of codes) expect(messages).toHaveProperty(code)
  }
})
