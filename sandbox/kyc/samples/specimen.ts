import sharp, { type Sharp } from 'sharp'
import { threeLetters } from '../country-codes.ts'
import { zoneKeyword } from '../image-intake.ts'
import { writeZone } from '../machine-readable-zone.ts'
import { withPngText } from '../png-text.ts'
import type { Context, DocumentType } from '../session-records.ts'
import { backSide, frontSide, sheetSize, type PrintedData } from './document-art.ts'
import { letters, lettersWidth } from './lettering.ts'
import { portrait, seedOf } from './portrait.ts'

export const variants = ['good', 'blurred', 'small', 'dark', 'expired', 'tampered'] as const
export type Variant = (typeof variants)[number]

/** The person of the specimen. Dates `YYYY-MM-DD`; `country` two letters. */
export type Bearer = {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly dateOfBirth: string | null
  readonly gender: string | null
  readonly country: string | null
}

export type SpecimenOrder = {
  readonly context: Context
  readonly type: DocumentType
  readonly bearer: Bearer
  readonly variant: Variant
  readonly now: Date
  /** The document number, when the session was created with one. */
  readonly number?: string | null
}

const table = { width: 1600, height: 1200 }
const zoneCodes: Record<DocumentType, string> = {
  PASSPORT: 'P',
  ID_CARD: 'I',
  DRIVERS_LICENSE: 'ID',
  RESIDENCE_PERMIT: 'IR',
}
const numberPrefix: Record<DocumentType, string> = {
  PASSPORT: 'P',
  ID_CARD: 'C',
  DRIVERS_LICENSE: 'L',
  RESIDENCE_PERMIT: 'R',
}

const dateFrom = (now: Date, change: { years?: number; days?: number }): string => {
  const date = new Date(now)
  date.setUTCFullYear(date.getUTCFullYear() + (change.years ?? 0))
  date.setUTCDate(date.getUTCDate() + (change.days ?? 0))
  return date.toISOString().slice(0, 10)
}

const ownNumber = (number: string | null | undefined): string | null => {
  const plain = number?.toUpperCase().replaceAll(/[^A-Z0-9]/g, '') ?? ''
  return plain !== '' && plain.length <= 9 ? plain : null
}

type IdentityFields = Pick<Bearer, 'firstName' | 'lastName' | 'dateOfBirth'>

const printedPerson = (bearer: IdentityFields) => ({
  firstName: bearer.firstName ?? 'Alex',
  lastName: bearer.lastName ?? 'Specimen',
  dateOfBirth: bearer.dateOfBirth ?? '1990-06-15',
})

const seedOfPerson = (bearer: IdentityFields): number => {
  const { firstName, lastName, dateOfBirth } = printedPerson(bearer)
  return seedOf(`${firstName}|${lastName}|${dateOfBirth}`.toUpperCase())
}

/** The number on a person's sample of a document: the same person always gets the same one. */
export const specimenNumber = (type: DocumentType, bearer: IdentityFields): string => {
  const drawn = String(10_000_000 + (seedOf(`${type}|${seedOfPerson(bearer)}`) % 90_000_000))
  return `${numberPrefix[type]}${drawn}`
}

/** The printed facts of an order: the same person always gets the same face and the same number. */
const printedFor = ({ type, bearer, variant, now, number }: SpecimenOrder): PrintedData => {
  const { firstName, lastName, dateOfBirth } = printedPerson(bearer)
  const seed = seedOfPerson(bearer)
  const gender: 'F' | 'M' | null = bearer.gender === 'F' || bearer.gender === 'M' ? bearer.gender : null
  const state = threeLetters(bearer.country)
  const content = {
    layout: type === 'PASSPORT' ? ('passport' as const) : ('card' as const),
    code: zoneCodes[type],
    state,
    nationality: state,
    firstName,
    lastName,
    number: ownNumber(number) ?? specimenNumber(type, bearer),
    dateOfBirth,
    validUntil: variant === 'expired' ? dateFrom(now, { days: -40 }) : dateFrom(now, { years: 6 }),
    gender,
  }
  const zone = writeZone(content)
  return {
    ...content,
    type,
    seed,
    zone:
      variant === 'tampered'
        ? zone.map((line) =>
            line.replace(
              content.number,
              content.number.replace(/\d/, (d) => String((Number(d) + 1) % 10)),
            ),
          )
        : zone,
  }
}

const onTable = (type: DocumentType, side: string): string => {
  const { width, height } = sheetSize(type)
  const left = (table.width - width) / 2
  const top = (table.height - height) / 2
  const grain = Array.from(
    { length: 40 },
    (_, at) =>
      `<path d="M0 ${at * 31}C400 ${at * 31 + 14} 900 ${at * 31 - 16} 1600 ${at * 31 + 6}" fill="none"
        stroke="#000" stroke-opacity=".16" stroke-width="${1 + (at % 3)}"/>`,
  ).join('')
  // Stacked outlines replace a blur filter, which takes a second to draw.
  const shadow = Array.from(
    { length: 12 },
    (_, at) => `<rect x="${left - 18 + at * 2}" y="${top - 6 + at * 2}" width="${width + 44 - at * 4}"
      height="${height + 44 - at * 4}" rx="${66 - at * 2}" opacity=".055"/>`,
  ).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${table.width}" height="${table.height}">
    <defs><linearGradient id="wood" x2="1" y2="1"><stop stop-color="#6d5443"/><stop offset="1"
      stop-color="#4b392d"/></linearGradient>
    <radialGradient id="lamp" cx=".35" cy=".2" r="1"><stop stop-color="#fff" stop-opacity=".2"/><stop
      offset="1" stop-opacity=".16"/></radialGradient>
</defs>
    <rect width="100%" height="100%" fill="url(#wood)"/>${grain}
    <g transform="rotate(-1.4 800 600)">${shadow}
    <g transform="translate(${left} ${top})">${side}</g></g>
    <rect width="100%" height="100%" fill="url(#lamp)"/></svg>`
}

const blinds = Array.from({ length: 12 }, (_, at) => `M14 ${26 + at * 8}H84`).join('')
const books = Array.from({ length: 5 }, (_, at) => {
  const height = 21 + (at % 3) * 6
  return `<rect x="${246 + at * 9}" y="${211 - height}" width="6" height="${height}"/>`
}).join('')
const room = `<rect width="300" height="400" fill="url(#wall)"/><rect x="14" y="20" width="70" height="104"
  fill="#e9f0ec"/>
  <path d="${blinds}" stroke="#8ea49a" stroke-width="1.6"/><g fill="#5f7a6e">${books}</g>
  <path d="M236 400V214h64" fill="none" stroke="#7f958b" stroke-width="6"/>`

const selfie = (printed: PrintedData): string => {
  const mark = { x: -lettersWidth('SPECIMEN', 26) / 2, y: 0, height: 26, color: '#fff', weight: 3 }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1600" viewBox="0 0 300 400">
    <defs><linearGradient id="wall" y2="1"><stop stop-color="#cfdcd6"/><stop offset="1"
      stop-color="#a9bdb5"/></linearGradient></defs>
    ${room}<g transform="translate(24 34) scale(.915)">${portrait(printed, 'none')}</g>
    <g transform="translate(150 384) scale(.25)">${letters('SPECIMEN', mark)}</g></svg>`
}

const spoil = (picture: Sharp, variant: Variant): Sharp => {
  if (variant === 'blurred') return picture.blur(9)
  if (variant === 'small') return picture.resize({ width: 640 })
  return variant === 'dark' ? picture.linear(0.14, 0) : picture
}

const carriesZone = ({ context, type, variant }: SpecimenOrder): boolean =>
  context === (type === 'PASSPORT' ? 'document-front' : 'document-back') &&
  (variant === 'good' || variant === 'expired' || variant === 'tampered')

/**
 * Draws a specimen as a PNG, as if photographed on a table. The file of the side with the machine-readable
 * zone also contains its text (chunk `MRZ`): the service reads this text instead of the pixels.
 */
export const drawSpecimen = async (order: SpecimenOrder): Promise<Buffer> => {
  const printed = printedFor(order)
  const svg =
    order.context === 'face'
      ? selfie(printed)
      : onTable(order.type, order.context === 'document-front' ? frontSide(printed) : backSide(printed))
  const png = await spoil(sharp(Buffer.from(svg)), order.variant)
    .removeAlpha()
    .png({ compressionLevel: 6 })
    .toBuffer()
  return carriesZone(order) ? withPngText(png, zoneKeyword, printed.zone.join('\n')) : png
}
