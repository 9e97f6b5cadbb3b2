import { z } from 'zod'

type Reviver = (this: unknown, name: string, value: unknown, context: { readonly source?: string }) => unknown
const parse = JSON.parse as (text: string, reviver: Reviver) => unknown

/** Parses JSON. Every number stays the text that was sent, so that no amount becomes a float. */
export const parseExactJson = (text: string): unknown =>
  parse(text, (_name, value, { source }) => (typeof value === 'number' ? (source ?? String(value)) : value))

const decimal = /^-?\d{1,12}(\.\d{1,12})?$/

/**
 * Parses an amount into thousandths of a unit. Null for text that is not a plain decimal, or that has more
 * than three significant decimals.
 */
const parseMills = (text: string): bigint | null => {
  if (!decimal.test(text)) return null
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  if (/[1-9]/.test(fraction.slice(3))) return null
  const mills = BigInt(whole + fraction.slice(0, 3).padEnd(3, '0'))
  return text.startsWith('-') ? -mills : mills
}

/** An amount in thousandths. The issuer sends amounts as strings or as numbers, with up to three decimals. */
export const Mills = z.string().transform((text, context): bigint => {
  const mills = parseMills(text)
  if (mills === null) context.addIssue({ code: 'custom', message: 'not an amount' })
  return mills ?? 0n
})

/**
 * Rounds thousandths to cents, a half upwards. Two amounts that differ by whole cents still differ by them
 * afterwards, also below zero.
 */
export const centsOfMills = (mills: bigint): bigint => {
  const shifted = mills + 5n
  const cents = shifted / 10n
  return shifted < 0n && shifted % 10n !== 0n ? cents - 1n : cents
}

/** An amount in cents. */
export const Cents = Mills.transform(centsOfMills)

/** A whole number that is not money, such as a page or a count. */
export const Count = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)

export const Moment = z.string().transform((text, context): Date => {
  const instant = new Date(text)
  if (Number.isNaN(instant.getTime())) context.addIssue({ code: 'custom', message: 'not an instant' })
  return instant
})

/** A page of a list (`page`, `limit`). */
export const Page = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), meta: z.object({ totalItems: Count, totalPages: Count }) })
