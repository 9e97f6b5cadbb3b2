import type { DocumentType } from '../session-records.ts'
import { letters, lettersWidth } from './lettering.ts'
import { portrait } from './portrait.ts'

/** The printed facts of a specimen. Dates `YYYY-MM-DD`. */
export type PrintedData = {
  readonly type: DocumentType
  readonly state: string
  readonly firstName: string
  readonly lastName: string
  readonly dateOfBirth: string
  readonly validUntil: string
  readonly gender: 'F' | 'M' | null
  readonly number: string
  readonly seed: number
  readonly zone: readonly string[]
}

const styles: Record<DocumentType, { title: string; paper: [string, string]; line: string; ink: string }> = {
  PASSPORT: { title: 'PASSPORT', paper: ['#f4e6e2', '#dfe6f2'], line: '#b5768a', ink: '#5e2440' },
  ID_CARD: { title: 'IDENTITY CARD', paper: ['#dceef4', '#e6f1e2'], line: '#5f9cb5', ink: '#12495c' },
  DRIVERS_LICENSE: {
    title: 'DRIVING LICENCE',
    paper: ['#f7dfe4', '#efe4f0'],
    line: '#c2788f',
    ink: '#6b2340',
  },
  RESIDENCE_PERMIT: {
    title: 'RESIDENCE PERMIT',
    paper: ['#e9efd9', '#dcebe6'],
    line: '#7d9a5b',
    ink: '#33501d',
  },
}

/** Size of the drawn document, px: cards as ISO 7810 ID-1, the passport page as ID-3. */
export const sheetSize = (type: DocumentType): { width: number; height: number } =>
  type === 'PASSPORT' ? { width: 1240, height: 873 } : { width: 1300, height: 820 }

const waves = (seed: number, size: { width: number; height: number }, line: string): string =>
  Array.from({ length: 34 }, (_, at) => {
    const y = (at * size.height) / 32
    const lift = 26 + ((seed >>> (at % 8)) % 18)
    const points = Array.from({ length: 6 }, (__, bend) => {
      const x = (bend * size.width) / 5
      return `S${x - 120} ${y + (bend % 2 ? lift : -lift)} ${x} ${y}`
    })
    return `<path d="M-20 ${y}${points.join('')}" fill="none" stroke="${line}" stroke-width="1.6"
      opacity=".42"/>`
  }).join('')

const rosette = (at: { x: number; y: number; r: number }, line: string): string =>
  Array.from(
    { length: 18 },
    (_, turn) =>
      `<ellipse cx="${at.x}" cy="${at.y}" rx="${at.r}" ry="${at.r * 0.36}" fill="none" stroke="${line}"
        stroke-width="1.8"
        opacity=".6" transform="rotate(${turn * 10} ${at.x} ${at.y})"/>`,
  ).join('')

const watermark = (size: { width: number; height: number }): string => {
  const height = 92
  const width = lettersWidth('SPECIMEN', height, 6)
  return `<g transform="rotate(-18 ${size.width / 2} ${size.height / 2})">${letters('SPECIMEN', {
    x: (size.width - width) / 2,
    y: (size.height - height) / 2,
    height,
    color: '#c0272d',
    weight: 13,
    gap: 6,
    opacity: 0.34,
  })}</g>`
}

const field = (label: string, value: string, at: { x: number; y: number }, ink: string): string =>
  letters(label, { ...at, height: 13, color: ink, weight: 1.8, opacity: 0.75 }) +
  letters(value, { x: at.x, y: at.y + 25, height: 27, color: '#1d2126', weight: 3.6 })

const shortened = (text: string, most: number): string => (text.length > most ? text.slice(0, most) : text)
const dotted = (date: string): string => date.split('-').toReversed().join('.')

const fields = (printed: PrintedData, left: number, top: number): string => {
  const { ink } = styles[printed.type]
  const row = (at: number) => top + at * 88
  const right = left + 420
  return [
    field('SURNAME', shortened(printed.lastName, 24), { x: left, y: row(0) }, ink),
    field('GIVEN NAMES', shortened(printed.firstName, 24), { x: left, y: row(1) }, ink),
    field('DATE OF BIRTH', dotted(printed.dateOfBirth), { x: left, y: row(2) }, ink),
    field('SEX', printed.gender ?? '-', { x: right, y: row(2) }, ink),
    field('DOCUMENT NO.', printed.number, { x: left, y: row(3) }, ink),
    field('STATE', printed.state, { x: right, y: row(3) }, ink),
    field('VALID UNTIL', dotted(printed.validUntil), { x: left, y: row(4) }, ink),
  ].join('')
}

const photo = (
  printed: PrintedData,
  box: { x: number; y: number; width: number },
  backdrop: string,
): string =>
  `<svg x="${box.x}" y="${box.y}" width="${box.width}" height="${(box.width * 4) / 3}" viewBox="0 0 300 400">
    ${portrait(printed, backdrop)}</svg>`

const zoneStrip = (printed: PrintedData, size: { width: number; height: number }): string => {
  const isPage = printed.type === 'PASSPORT'
  const height = isPage ? 29 : 38
  const gap = isPage ? 3.6 : 5
  const pitch = isPage ? 62 : 64
  const top = size.height - printed.zone.length * pitch - 14
  const width = lettersWidth('<'.repeat(printed.zone[0]?.length ?? 30), height, gap)
  const lines = printed.zone.map((line, at) =>
    letters(line, {
      x: (size.width - width) / 2,
      y: top + at * pitch,
      height,
      color: '#16181b',
      weight: 3.4,
      gap,
    }),
  )
  return `<rect y="${top - 26}" width="${size.width}" height="${size.height - top + 26}" fill="#fff"
    opacity=".72"/>${lines.join('')}`
}

const sheet = (printed: PrintedData, inner: string): string => {
  const size = sheetSize(printed.type)
  const { paper, line } = styles[printed.type]
  return `<defs><linearGradient id="paper" x2="1" y2="1"><stop stop-color="${paper[0]}"/><stop offset="1"
    stop-color="${paper[1]}"/></linearGradient>
    <clipPath id="edge"><rect width="${size.width}" height="${size.height}"
      rx="${printed.type === 'PASSPORT' ? 14 : 44}"/></clipPath></defs>
    <g clip-path="url(#edge)"><rect width="${size.width}" height="${size.height}" fill="url(#paper)"/>
    ${waves(printed.seed, size, line)}${inner}${watermark(size)}</g>`
}

const heading = (printed: PrintedData): string => {
  const { width } = sheetSize(printed.type)
  const { title, ink } = styles[printed.type]
  const code = lettersWidth(printed.state, 34)
  return (
    letters(title, { x: 56, y: 46, height: 34, color: ink, weight: 4.6 }) +
    letters('SPECIMEN STATE', { x: 56, y: 96, height: 14, color: ink, weight: 2 }) +
    letters(printed.state, { x: width - code - 56, y: 46, height: 34, color: ink, weight: 4.6 })
  )
}

const chip = `<g transform="translate(1040 178)"><rect width="150" height="116" rx="18" fill="#d8b869"/>
  <path d="M0 40H48V76H0M150 40H102V76H150M48 40V0M102 40V0M48 76V116M102 76V116M48 58H102"
  fill="none" stroke="#8a6d28" stroke-width="4"/></g>`

const signature = (x: number, y: number): string =>
  `<path d="M${x} ${y}c24-46 44-44 34-6s22-30 36-22s-16 34 8 28s22-44 40-34s-8 36 14 30s34-18 62-22"
    fill="none"
    stroke="#27385f" stroke-width="4.5" stroke-linecap="round"/>`

/** The side with the picture (for a passport: its data page, zone included), as SVG without its table. */
export const frontSide = (printed: PrintedData): string => {
  const { line } = styles[printed.type]
  const size = sheetSize(printed.type)
  const isPage = printed.type === 'PASSPORT'
  const ghost = `<g
    opacity=".28">${photo(printed, { x: size.width - 236, y: isPage ? 420 : 520, width: 170 }, 'none')}</g>`
  return sheet(
    printed,
    rosette({ x: size.width - 210, y: isPage ? 300 : 420, r: 190 }, line) +
      ghost +
      heading(printed) +
      photo(printed, { x: 56, y: 140, width: 344 }, '#e9edf0') +
      fields(printed, 448, 150) +
      (isPage ? zoneStrip(printed, size) : (printed.type === 'ID_CARD' ? chip : '') + signature(72, 706)),
  )
}

const bars = (seed: number): string =>
  Array.from({ length: 60 }, (_, at) => {
    const width = 3 + ((seed >>> (at % 17)) % 4) * 2
    return `<rect x="${64 + at * 10}" y="96" width="${width}" height="120" fill="#1f2226"/>`
  }).join('')

/** The other side of a card: bar code, notes and the zone. */
export const backSide = (printed: PrintedData): string => {
  const { ink, line, title } = styles[printed.type]
  const size = sheetSize(printed.type)
  const note = (text: string, at: number) =>
    letters(text, { x: 64, y: 262 + at * 62, height: 20, color: '#1d2126', weight: 2.8 })
  return sheet(
    printed,
    rosette({ x: 1030, y: 250, r: 230 }, line) +
      letters(`${title} ${printed.state}`, { x: 64, y: 44, height: 20, color: ink, weight: 3 }) +
      bars(printed.seed) +
      note('ISSUED BY THE OFFICE OF SPECIMENS', 0) +
      note(`CARD ACCESS NO. ${String(100_000 + (printed.seed % 900_000))}`, 1) +
      note('NOT A REAL DOCUMENT. FOR TESTS ONLY.', 2) +
      zoneStrip(printed, size),
  )
}
