import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { z } from 'zod'
import {
  Cents,
  CryptoAmount,
  FeePercent,
  Percent,
  Rate,
  SignedCents,
  divideHalfUp,
  formatCents,
  formatUnits,
  parseCents,
  parseUnits,
  shareOf,
  totalOfNet,
} from './money.ts'

const refusedEverywhere = [
  '',
  ' ',
  '1.',
  '.5',
  '1e3',
  '+1',
  '1,00',
  '0x10',
  'NaN',
  ' 1',
  '1 ',
  '1\n',
  '١',
  '--1',
  '1.2.3',
]

describe('cents', () => {
  test.each([
    ['0', 0n],
    ['970', 97_000n],
    ['970.5', 97_050n],
    ['970.00', 97_000n],
    ['007.01', 701n],
    ['999999999999.99', 99_999_999_999_999n],
  ])('%s is %d cents', (text, cents) => {
    expect(z.decode(Cents, text)).toBe(cents)
    expect(parseCents(text)).toBe(cents)
  })

  test.each([...refusedEverywhere, '-1', '1.005', '1000000000000'])('%j is no amount', (text) => {
    expect(parseCents(text)).toBeNull()
    expect(z.safeDecode(Cents, text).error?.issues[0]?.message).toBe('invalid_amount')
  })

  it('refuses a JSON number', () => {
    expect(Cents.safeParse(970).success).toBe(false)
  })

  it('is sent with exactly two decimals', () => {
    expect(z.encode(Cents, 5n)).toBe('0.05')
    expect(z.encode(Cents, 97_000n)).toBe('970.00')
    expect(formatCents(-150n)).toBe('-1.50')
  })

  it('refuses to send a negative amount unless the type allows it', () => {
    expect(z.safeEncode(Cents, -1n).success).toBe(false)
    expect(z.encode(SignedCents, -1n)).toBe('-0.01')
    expect(z.encode(SignedCents, 0n)).toBe('0.00')
  })

  test.each([
    ['-1.5', -150n],
    ['-0.01', -1n],
    ['-0', 0n],
    ['12', 1_200n],
  ])('signed %s is %d cents', (text, cents) => {
    expect(z.decode(SignedCents, text)).toBe(cents)
  })

  test.each([...refusedEverywhere, '- 1', '-', '-.5', '-1.005'])('signed: %j is no amount', (text) => {
    expect(SignedCents.safeParse(text).success).toBe(false)
  })

  it('is the same after encoding and decoding', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -99_999_999_999_999n, max: 99_999_999_999_999n }), (cents) => {
        expect(z.decode(SignedCents, z.encode(SignedCents, cents))).toBe(cents)
        expect(formatCents(cents)).toMatch(/^-?\d+\.\d{2}$/)
        if (cents >= 0n) expect(parseCents(formatCents(cents))).toBe(cents)
      }),
    )
  })
})

describe('rates and percentages', () => {
  it('stores a rate at 10^-8', () => {
    expect(z.decode(Rate, '0.994403')).toBe(99_440_300n)
    expect(z.decode(Rate, '100000')).toBe(10_000_000_000_000n)
    expect(z.encode(Rate, 99_440_300n)).toBe('0.99440300')
    expect(z.encode(Rate, 100_000_000n)).toBe('1.00000000')
    expect(Rate.safeParse('0.123456789').success).toBe(false)
  })

  test.each([
    ['1.25', 12_500n, '1.25'],
    ['0', 0n, '0.00'],
    ['3', 30_000n, '3.00'],
    ['1.255', 12_550n, '1.255'],
    ['0.0001', 1n, '0.0001'],
    ['10.10', 101_000n, '10.10'],
    ['99.9999', 999_999n, '99.9999'],
    ['100.0', 1_000_000n, '100.00'],
  ])('%s %% is %d hundredths of a basis point', (text, hundredthsBp, out) => {
    expect(z.decode(Percent, text)).toBe(hundredthsBp)
    expect(z.encode(Percent, hundredthsBp)).toBe(out)
  })

  test.each([...refusedEverywhere, '-1', '100.0001', '101', '1.00001'])('%j is no percentage', (text) => {
    expect(Percent.safeParse(text).success).toBe(false)
    expect(FeePercent.safeParse(text).success).toBe(false)
  })

  it('accepts only a fee below 100 %', () => {
    expect(FeePercent.safeParse('100').success).toBe(false)
    expect(z.decode(FeePercent, '99.9999')).toBe(999_999n)
    expect(z.safeEncode(FeePercent, 1_000_000n).success).toBe(false)
    expect(z.safeEncode(Percent, 1_000_001n).success).toBe(false)
  })

  it('is the same after encoding and decoding', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 1_000_000n }),
        fc.bigInt({ min: 0n, max: 10n ** 20n - 1n }),
        (percent, rate) => {
          expect(z.decode(Percent, z.encode(Percent, percent))).toBe(percent)
          expect(z.decode(Rate, z.encode(Rate, rate))).toBe(rate)
        },
      ),
    )
  })
})

describe('crypto units', () => {
  test.each([
    ['201.125701', 6, 201_125_701n],
    ['150.123456789012345678', 18, 150_123_456_789_012_345_678n],
    ['99', 6, 99_000_000n],
    ['7', 0, 7n],
  ])('%s at %d decimals', (text, decimals, units) => {
    expect(parseUnits({ text, decimals })).toBe(units)
  })

  it('refuses more decimals than the asset has', () => {
    expect(parseUnits({ text: '1.1234567', decimals: 6 })).toBeNull()
    expect(parseUnits({ text: '1.0000000', decimals: 6 })).toBeNull()
    expect(parseUnits({ text: '1.0', decimals: 0 })).toBeNull()
  })

  it('writes all decimals of the token contract', () => {
    expect(formatUnits({ units: 201_125_701n, decimals: 6 })).toBe('201.125701')
    expect(formatUnits({ units: 1n, decimals: 18 })).toBe('0.000000000000000001')
    expect(formatUnits({ units: -5n, decimals: 0 })).toBe('-5')
    expect(formatUnits({ units: 0n, decimals: 2 })).toBe('0.00')
  })

  it('is the same after formatting and parsing', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 18 }),
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        (decimals, drawn) => {
          const units = drawn % 10n ** BigInt(12 + decimals)
          expect(parseUnits({ text: formatUnits({ units, decimals }), decimals })).toBe(units)
        },
      ),
    )
  })

  it('is text on the wire', () => {
    const sent = { amount: '201.125701', asset: 'USDT', network: 'ethereum' }
    expect(CryptoAmount.parse(sent)).toEqual(sent)
    expect(CryptoAmount.safeParse({ ...sent, amount: '-1' }).success).toBe(false)
    expect(CryptoAmount.safeParse({ ...sent, asset: '' }).success).toBe(false)
  })
})

describe('rounding', () => {
  it('rounds halves up', () => {
    expect(divideHalfUp({ numerator: 5n, denominator: 10n })).toBe(1n)
    expect(divideHalfUp({ numerator: 4n, denominator: 10n })).toBe(0n)
    expect(divideHalfUp({ numerator: -5n, denominator: 10n })).toBe(0n)
    expect(divideHalfUp({ numerator: -6n, denominator: 10n })).toBe(-1n)
    expect(divideHalfUp({ numerator: -20n, denominator: 10n })).toBe(-2n)
    expect(() => divideHalfUp({ numerator: 1n, denominator: 0n })).toThrow(RangeError)
  })

  it('differs from the exact value by at most half a unit', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
        fc.bigInt({ min: 1n, max: 10n ** 9n }),
        (n, d) => {
          const twiceTooMuch = 2n * (divideHalfUp({ numerator: n, denominator: d }) * d - n)
          expect(twiceTooMuch > -d && twiceTooMuch <= d).toBe(true)
        },
      ),
    )
  })

  it('rounds totals half-up and shares of partners down', () => {
    expect(shareOf({ amountCents: 33_333n, rateHundredthsBp: 30_000n, rounding: 'half-up' })).toBe(1_000n)
    expect(shareOf({ amountCents: 33_333n, rateHundredthsBp: 7_500n, rounding: 'down' })).toBe(249n)
  })

  it('finds the smallest total of a net', () => {
    expect(totalOfNet({ netCents: 499_000n, rateHundredthsBp: 2_000n })).toBe(500_000n)
    expect(totalOfNet({ netCents: 0n, rateHundredthsBp: 999_999n })).toBe(0n)
    expect(() => totalOfNet({ netCents: 1n, rateHundredthsBp: 1_000_000n })).toThrow(RangeError)
    expect(() => totalOfNet({ netCents: -1n, rateHundredthsBp: 0n })).toThrow(RangeError)
    expect(() => totalOfNet({ netCents: 1n, rateHundredthsBp: -1n })).toThrow(RangeError)
    const netOf = (total: bigint, rate: bigint) =>
      total - shareOf({ amountCents: total, rateHundredthsBp: rate, rounding: 'half-up' })
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 9n }),
        fc.bigInt({ min: 0n, max: 999_999n }),
        (netCents, rate) => {
          const total = totalOfNet({ netCents, rateHundredthsBp: rate })
          expect(netOf(total, rate)).toBe(netCents)
          expect(netOf(total - 1n, rate)).toBeLessThan(netCents)
        },
      ),
    )
  })
})

describe('JSON schema of what is sent', () => {
  const schemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input' })

  it('is a string with a pattern, a description and an example', () => {
    expect(schemaOf(Cents)).toMatchObject({
      type: 'string',
      pattern: '^\\d{1,12}(\\.\\d{1,2})?$',
      description: expect.stringContaining('USD'),
      examples: ['970.00'],
    })
    for (const [codec, right, wrong] of [
      [SignedCents, '-1.50', '1.505'],
      [Rate, '0.99440300', '-1'],
      [Percent, '100.00', '100.01'],
      [FeePercent, '99.99', '100'],
    ] as const) {
      const { type, pattern, description } = schemaOf(codec)
      expect(type).toBe('string')
      expect(description).not.toBe('')
      expect(right).toMatch(new RegExp(pattern ?? 'none'))
      expect(wrong).not.toMatch(new RegExp(pattern ?? ''))
    }
  })

  it('applies inside objects, and to optional, nullable and default values', () => {
    const Input = z.object({
      total: Cents,
      fee: Cents.optional(),
      net: Cents.nullable(),
      tip: Cents.prefault('0.00'),
      paid: CryptoAmount,
    })
    const schema = schemaOf(Input)
    expect(schema.required).toEqual(['total', 'net', 'paid'])
    expect(schema.properties?.['tip']).toMatchObject({ type: 'string', default: '0.00' })
    const paid = { amount: '1.000000', asset: 'USDC', network: 'ethereum' }
    expect(z.decode(Input, { total: '5', net: null, paid })).toEqual({
      total: 500n,
      net: null,
      tip: 0n,
      paid,
    })
  })
})
