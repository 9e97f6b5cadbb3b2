import PdfDocument from 'pdfkit'
import { requireNoTransaction } from '../kernel/open-transaction.ts'
import type { ReceiptFact } from './receipt-facts.ts'
import { paper } from './statement-layout.ts'
import { penOf } from './statement-pen.ts'

export type Receipt = {
  /** `#rrggbb`, the company's colour. */
  readonly colour: string
  readonly company: string
  readonly title: string
  /** The shop, or what the row is. */
  readonly about: string
  readonly amount: string
  readonly facts: readonly ReceiptFact[]
  readonly made: string
  readonly foot: string
}

const mute = '#5f6b66'
const rule = '#dfe3e0'
const left = paper.side
const width = paper.width - paper.side * 2
const nameWidth = 220
const rowHeight = 24
const firstTop = 168

const drawFacts = (document: PDFKit.PDFDocument, write: ReturnType<typeof penOf>, receipt: Receipt) => {
  receipt.facts.forEach(([name, value], at) => {
    const top = firstTop + at * rowHeight
    write(name, { left, top, width: nameWidth - 8 }, { size: 9.5, colour: mute })
    write(value, { left: left + nameWidth, top, width: width - nameWidth, align: 'right' }, { size: 9.5 })
    document.rect(left, top + 17, width, 0.5).fill(rule)
  })
}

/** Draws a receipt on one page and returns the bytes of the PDF. */
export const drawReceipt = (receipt: Receipt): Promise<Buffer> => {
  requireNoTransaction('The drawing of a receipt')
  const document = new PdfDocument({
    size: 'A4',
    margin: 0,
    info: {
      Title: `${receipt.title} \u00B7 ${receipt.company}`,
      Subject: receipt.facts.map(([name, value]) => `${name}: ${value}`).join('; '),
      Producer: receipt.company,
      Creator: receipt.company,
    },
  })
  const pieces: Uint8Array[] = []
  document.on('data', (piece: Uint8Array) => pieces.push(piece))
  const write = penOf(document)
  document.rect(0, 0, paper.width, 8).fill(receipt.colour)
  write(receipt.company, { left, top: 40, width }, { size: 13, weight: 'strong', colour: receipt.colour })
  write(receipt.title, { left, top: 66, width }, { size: 20, weight: 'strong' })
  write(receipt.about, { left, top: 108, width: width - 190 }, { size: 13, weight: 'strong' })
  const amountBox = { left: left + width - 180, top: 102, width: 180, align: 'right' } as const
  write(receipt.amount, amountBox, { size: 20, weight: 'strong' })
  write(receipt.made, { left, top: 130, width }, { size: 9, colour: mute })
  drawFacts(document, write, receipt)
  const top = paper.height - 40
  document.rect(left, top - 8, width, 0.5).fill(rule)
  write(receipt.foot, { left, top, width }, { size: 7.5, colour: mute })
  return new Promise((done) => {
    document.once('end', () => done(Buffer.concat(pieces)))
    document.end()
  })
}
