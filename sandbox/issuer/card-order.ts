import { randomUUID } from 'node:crypto'
import { twoLetters } from '../kyc/country-codes.ts'
import type { CardMeta, CardRow, CardType } from './card-rows.ts'
import { createCard } from './cards.ts'
import { defaultDesign, isDesign } from './designs.ts'
import type { Desk } from './desk.ts'
import { numberToCents } from './money.ts'
import { invalid, Refusal } from './refusal.ts'

type Address = { readonly country: string }

type Kyc = {
  readonly firstName?: string
  readonly lastName?: string
  readonly fullName?: string
  readonly dob?: string
  readonly residentialAddress?: Address
  readonly registeredAddress?: Address
}

/** A body of POST /cards that its schema has accepted. */
export type CardOrder = {
  readonly cardType: CardType
  readonly customerType: string
  readonly kyc: Kyc
  readonly preferredCardName: string
  readonly secondaryCardName?: string
  readonly meta: CardMeta
  readonly spendLimit?: number
  readonly expiryDate?: string
  readonly cardDesign?: string
}

const namePartsOf = (name: string): readonly string[] =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')

const nameOf = ({ firstName, lastName, fullName }: Kyc) => [firstName, lastName, fullName].join(' ')

/** An embossed name must have a word in common with the name that was verified. */
const checkName = (order: CardOrder): void => {
  const known = namePartsOf(nameOf(order.kyc))
  if (namePartsOf(order.preferredCardName).some((word) => known.includes(word))) return
  throw new Refusal(400, '0302040', 'The card name does not match the KYC name', 'preferredCardName')
}

const checkPhone = ({ otpPhoneNumber: { dialCode, phoneNumber } }: CardMeta): void => {
  const isDialCode = Number.isInteger(dialCode) && dialCode > 0 && dialCode < 10_000
  if (isDialCode && /^\d{4,15}$/.test(phoneNumber)) return
  throw new Refusal(400, '0302009', 'Invalid phone number', 'meta.otpPhoneNumber')
}

const adultYears = 18

const checkAge = (desk: Desk, dob: string | undefined): void => {
  if (dob === undefined) return
  const limit = desk.now()
  limit.setUTCFullYear(limit.getUTCFullYear() - adultYears)
  if (new Date(dob) > limit) throw invalid(`kyc.dob must be ${adultYears} years ago or more`, 'kyc.dob')
}

const checkCountry = ({ residentialAddress, registeredAddress }: Kyc): void => {
  const country = (residentialAddress ?? registeredAddress)?.country
  if (country === undefined || twoLetters(country) !== null) return
  throw new Refusal(400, '0315001', 'The country is not supported', 'country')
}

const checkExpiry = (desk: Desk, expiryDate: string | undefined): void => {
  if (expiryDate === undefined) return
  const at = new Date(expiryDate)
  if (Number.isNaN(at.getTime())) throw new Refusal(400, '0302005', 'Invalid expiry date', 'expiryDate')
  if (at <= desk.now()) throw new Refusal(400, '0302008', 'The expiry date has passed', 'expiryDate')
}

const creditOf = (spendLimit: number | undefined): bigint => {
  if (spendLimit === undefined) throw new Refusal(400, '0302012', 'spendLimit is required', 'spendLimit')
  const cents = numberToCents(spendLimit)
  if (cents === null) throw invalid('spendLimit must have at most two decimals', 'spendLimit')
  return cents
}

const saveHolder = (desk: Desk, kyc: Kyc): string => {
  const id = randomUUID()
  desk.db.insert('holder', {
    id,
    first_name: kyc.firstName ?? kyc.fullName ?? '',
    last_name: kyc.lastName ?? '',
    details: JSON.stringify(kyc),
    created_at: desk.now().toISOString(),
  })
  return id
}

/** Makes the card of an order. */
export const orderCard = (desk: Desk, order: CardOrder): CardRow =>
  desk.db.whole(() => {
    const cardDesign = order.cardDesign ?? defaultDesign
    if (!isDesign(cardDesign)) throw new Refusal(404, '0309002', 'Card design not found', 'cardDesign')
    const creditCents = creditOf(order.spendLimit)
    checkPhone(order.meta)
    checkCountry(order.kyc)
    checkAge(desk, order.kyc.dob)
    checkName(order)
    checkExpiry(desk, order.expiryDate)
    return createCard(desk, {
      cardType: order.cardType,
      customerType: order.customerType,
      holderId: saveHolder(desk, order.kyc),
      cardName: order.preferredCardName,
      secondaryName: order.secondaryCardName ?? null,
      cardDesign,
      creditCents,
      meta: order.meta,
      ...(order.expiryDate === undefined ? {} : { expiresOn: new Date(order.expiryDate) }),
    })
  })
