import PdfDocument from 'pdfkit'
import { pagesFor, paper, positionOf, type StatementHead } from './statement-layout.ts'
import { penOf, type TextStyle, type Write } from './statement-pen.ts'

export const mute = '#5f6b66'
const rule = '#dfe3e0'
export const good = '#146c43'
const textWidth = paper.width - paper.side * 2

/** All data of a statement except its lines and its columns. */
export type SheetHead = Omit<StatementHead, 'columns'>
export type Sheet<H extends SheetHead = SheetHead> = {
  readonly document: PDFKit.PDFDocument
  readonly write: Write
  readonly head: H
}
/** The parts in which statements differ: the heads of their columns, and their lines. */
export type SheetParts<H extends SheetHead, L> = {
  readonly drawColumns: (sheet: Sheet<H>, top: number) => void
  readonly drawLine: (sheet: Sheet<H>, line: L, top: number) => void
}

export const drawRule = ({ document }: Sheet, top: number, thickness: number): void =>
  void document.rect(paper.side, top, textWidth, thickness).fill(rule)

const drawHead = ({ document, write, head }: Sheet) => {
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
}

const drawFoot = (sheet: Sheet, number: string) => {
  const top = paper.height - 40
  const style: TextStyle = { size: 7.5, colour: mute }
  drawRule(sheet, top - 8, 0.5)
  sheet.write(sheet.head.foot, { left: paper.side, top, width: textWidth - 90 }, style)
  sheet.write(number, { left: paper.width - paper.side - 86, top, width: 86, align: 'right' }, style)
}

const drawPage = <H extends SheetHead>(
  sheet: Sheet<H>,
  { drawColumns }: Pick<SheetParts<H, never>, 'drawColumns'>,
  { page, pages }: { page: number; pages: number },
) => {
  const { document, write, head } = sheet
  document.addPage()
  document.rect(0, 0, paper.width, 8).fill(head.colour)
  if (page === 1) {
    drawHead(sheet)
    drawColumns(sheet, 246)
  } else {
    const box = { left: paper.side, top: 34, width: textWidth }
    write(`${head.company} · ${head.title}`, box, { size: 9, colour: mute })
    drawColumns(sheet, 60)
  }
  drawFoot(sheet, head.pageOf.replace('{page}', String(page)).replace('{pages}', String(pages)))
}

export type Drawn<L> = { add: (line: L) => void; end: () => Promise<void> }

/** Draws a statement line by line. `onBytes` receives the bytes of the file as pages are completed. */
export const drawSheets = <H extends SheetHead, L>(
  head: H,
  parts: SheetParts<H, L>,
  onBytes: (bytes: Uint8Array) => void,
): Drawn<L> => {
  const about = {
    Title: `${head.title} · ${head.company}`,
    Subject: head.figures.map(([name, value]) => `${name} ${value}`).join(', '),
    Producer: head.company,
    Creator: head.company,
  }
  const document = new PdfDocument({ size: 'A4', margin: 0, autoFirstPage: false, info: about })
  document.on('data', onBytes)
  const sheet: Sheet<H> = { document, head, write: penOf(document) }
  const pages = pagesFor(head.lineCount)
  let page = 1
  let drawn = 0
  drawPage(sheet, parts, { page, pages })
  if (head.lineCount === 0) {
    sheet.write(head.empty, { left: paper.side, top: 276, width: textWidth }, { size: 9, colour: mute })
  }
  return {
    add: (each) => {
      const box = positionOf(drawn)
      if (page < box.page) {
        page += 1
        drawPage(sheet, parts, { page, pages })
      }
      parts.drawLine(sheet, each, box.top)
      drawRule(sheet, box.top + paper.lineHeight - 0.5, 0.5)
      drawn += 1
    },
    end: () =>
      new Promise((done) => {
        document.once('end', () => done())
        document.end()
      }),
  }
}
