import PdfDocument from 'pdfkit'
import { pagesFor, paper, positionOf, type StatementHead, type StatementLine } from './statement-layout.ts'
import { ink, penOf, type TextStyle, type Write } from './statement-pen.ts'

const mute = '#5f6b66'
const rule = '#dfe3e0'
const good = '#146c43'
const textWidth = paper.width - paper.side * 2

/** Columns: left edge and width, in points. */
const columns = {
  day: { left: paper.side, width: 62 },
  title: { left: paper.side + 66, width: 232 },
  card: { left: paper.side + 304, width: 44 },
  amount: { left: paper.side + 348, width: 78 },
  balance: { left: paper.side + 430, width: paper.width - paper.side * 2 - 430 },
} as const

type Sheet = {
  readonly document: PDFKit.PDFDocument
  readonly write: Write
  readonly head: StatementHead
}

const line = ({ document }: Sheet, top: number, thickness: number) =>
  document.rect(paper.side, top, textWidth, thickness).fill(rule)

const drawColumns = (sheet: Sheet, top: number) => {
  const { write, head } = sheet
  const style: TextStyle = { size: 8, colour: mute }
  for (const name of ['day', 'title', 'card'] as const) {
    write(head.columns[name], { ...columns[name], top }, style)
  }
  for (const name of ['amount', 'balance'] as const) {
    write(head.columns[name], { ...columns[name], top, align: 'right' }, style)
  }
  line(sheet, top + 14, 1)
}

const drawHead = (sheet: Sheet) => {
  const { document, write, head } = sheet
  const left = paper.side
  write(
    head.company,
    { left, top: 40, width: textWidth },
    { size: 13, weight: 'strong', colour: head.colour },
  )
  write(head.title, { left, top: 66, width: textWidth }, { size: 20, weight: 'strong' })
  head.facts.forEach(([name, value], at) => {
    const top = 102 + at * 15
    write(name, { left, top, width: 90 }, { size: 9, colour: mute })
    write(value, { left: left + 96, top, width: textWidth - 96 }, { size: 9 })
  })
  const width = textWidth / head.figures.length
  document.roundedRect(left, 184, textWidth, 48, 6).fill('#f3f6f4')
  head.figures.forEach(([name, value], at) => {
    const box = { left: left + at * width + 12, width: width - 16 }
    write(name, { ...box, top: 193 }, { size: 8, colour: mute })
    write(value, { ...box, top: 206 }, { size: 13, weight: 'strong' })
  })
  drawColumns(sheet, 246)
}

const drawFoot = (sheet: Sheet, number: string) => {
  const top = paper.height - 40
  const style: TextStyle = { size: 7.5, colour: mute }
  line(sheet, top - 8, 0.5)
  sheet.write(sheet.head.foot, { left: paper.side, top, width: textWidth - 90 }, style)
  sheet.write(number, { left: paper.width - paper.side - 86, top, width: 86, align: 'right' }, style)
}

const drawPage = (sheet: Sheet, { page, pages }: { page: number; pages: number }) => {
  const { document, write, head } = sheet
  document.addPage()
  document.rect(0, 0, paper.width, 8).fill(head.colour)
  if (page === 1) drawHead(sheet)
  else {
    const box = { left: paper.side, top: 34, width: textWidth }
    write(`${head.company} · ${head.title}`, box, { size: 9, colour: mute })
    drawColumns(sheet, 60)
  }
  drawFoot(sheet, head.pageOf.replace('{page}', String(page)).replace('{pages}', String(pages)))
}

const drawRow = ({ write }: Sheet, row: Extract<StatementLine, { kind: 'row' }>, top: number) => {
  write(row.day, { ...columns.day, top: top + 4 }, { size: 8.5 })
  write(row.title, { ...columns.title, top: top + 3 }, { size: 9 })
  if (row.below !== '') {
    write(row.below, { ...columns.title, top: top + 14.5 }, { size: 7.5, colour: mute })
  }
  write(row.card, { ...columns.card, top: top + 4 }, { size: 8.5, colour: mute })
  const amount: TextStyle = { size: 9, weight: 'strong', colour: row.isIn ? good : ink }
  write(row.amount, { ...columns.amount, top: top + 3, align: 'right' }, amount)
  write(row.balance, { ...columns.balance, top: top + 3, align: 'right' }, { size: 9 })
}

const drawLine = (sheet: Sheet, each: StatementLine, top: number) => {
  if (each.kind === 'row') drawRow(sheet, each, top)
  else {
    const box = { left: paper.side, width: textWidth }
    sheet.write(each.title, { ...box, top: top + 3 }, { size: 9, weight: 'strong' })
    sheet.write(each.below, { ...box, top: top + 14.5 }, { size: 7.5, colour: mute })
  }
  line(sheet, top + paper.lineHeight - 0.5, 0.5)
}

/** Draws a statement line by line. `onBytes` receives the bytes of the file as pages are completed. */
export const drawStatement = (
  head: StatementHead,
  onBytes: (bytes: Uint8Array) => void,
): { add: (line: StatementLine) => void; end: () => Promise<void> } => {
  const about = {
    Title: `${head.title} · ${head.company}`,
    Subject: head.figures.map(([name, value]) => `${name} ${value}`).join(', '),
    Producer: head.company,
    Creator: head.company,
  }
  const document = new PdfDocument({ size: 'A4', margin: 0, autoFirstPage: false, info: about })
  document.on('data', onBytes)
  const sheet: Sheet = { document, head, write: penOf(document) }
  const pages = pagesFor(head.lineCount)
  let page = 1
  let drawn = 0
  drawPage(sheet, { page, pages })
  if (head.lineCount === 0) {
    sheet.write(head.empty, { left: paper.side, top: 276, width: textWidth }, { size: 9, colour: mute })
  }
  return {
    add: (each) => {
      const box = positionOf(drawn)
      if (page < box.page) {
        page += 1
        drawPage(sheet, { page, pages })
      }
      drawLine(sheet, each, box.top)
      drawn += 1
    },
    end: () =>
      new Promise((done) => {
        document.once('end', () => done())
        document.end()
      }),
  }
}
