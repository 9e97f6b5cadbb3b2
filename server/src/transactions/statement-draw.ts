import { paper, type StatementHead, type StatementLine } from './statement-layout.ts'
import { ink, type TextStyle } from './statement-pen.ts'
import { drawRule, drawSheets, good, mute, type Drawn, type Sheet } from './statement-sheet.ts'

const textWidth = paper.width - paper.side * 2

/** Columns: left edge and width, in points. */
const columns = {
  day: { left: paper.side, width: 62 },
  title: { left: paper.side + 66, width: 232 },
  card: { left: paper.side + 304, width: 44 },
  amount: { left: paper.side + 348, width: 78 },
  balance: { left: paper.side + 430, width: paper.width - paper.side * 2 - 430 },
} as const

const drawColumns = (sheet: Sheet<StatementHead>, top: number) => {
  const { write, head } = sheet
  const style: TextStyle = { size: 8, colour: mute }
  for (const name of ['day', 'title', 'card'] as const) {
    write(head.columns[name], { ...columns[name], top }, style)
  }
  for (const name of ['amount', 'balance'] as const) {
    write(head.columns[name], { ...columns[name], top, align: 'right' }, style)
  }
  drawRule(sheet, top + 14, 1)
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

const drawLine = (sheet: Sheet<StatementHead>, each: StatementLine, top: number) => {
  if (each.kind === 'row') return drawRow(sheet, each, top)
  const box = { left: paper.side, width: textWidth }
  sheet.write(each.title, { ...box, top: top + 3 }, { size: 9, weight: 'strong' })
  sheet.write(each.below, { ...box, top: top + 14.5 }, { size: 7.5, colour: mute })
}

/** Draws the statement of an account. */
export const drawStatement = (
  head: StatementHead,
  onBytes: (bytes: Uint8Array) => void,
): Drawn<StatementLine> => drawSheets(head, { drawColumns, drawLine }, onBytes)
