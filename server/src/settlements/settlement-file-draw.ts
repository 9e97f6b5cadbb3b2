import { paper } from '../transactions/statement-layout.ts'
import type { TextStyle } from '../transactions/statement-pen.ts'
import {
  drawRule,
  drawSheets,
  mute,
  type Drawn,
  type Sheet,
  type SheetHead,
} from '../transactions/statement-sheet.ts'

const names = ['at', 'what', 'gross', 'amount'] as const
type Column = (typeof names)[number]

/** All data of the printed settlement except its lines. */
export type SettlementSheetHead = SheetHead & { readonly columns: Readonly<Record<Column, string>> }

/** One line of the printed settlement, with its final texts. */
export type SettlementSheetLine = Readonly<Record<Column | 'below', string>>

const right = paper.width - paper.side
const width = 76
const columns = {
  at: { left: paper.side, width: 86 },
  what: { left: paper.side + 90, width: right - 2 * width - paper.side - 98 },
  gross: { left: right - 2 * width, width: width - 6, align: 'right' },
  amount: { left: right - width, width, align: 'right' },
} as const
/** The text below goes on under the amounts, which are above it. */
const belowWidth = right - columns.what.left

const drawColumns = (sheet: Sheet<SettlementSheetHead>, top: number) => {
  const style: TextStyle = { size: 8, colour: mute }
  for (const name of names) sheet.write(sheet.head.columns[name], { ...columns[name], top }, style)
  drawRule(sheet, top + 14, 1)
}

const drawLine = ({ write }: Sheet<SettlementSheetHead>, line: SettlementSheetLine, top: number) => {
  const at = top + 3
  if (line.at !== '') write(line.at, { ...columns.at, top: at }, { size: 8 })
  if (line.what !== '') write(line.what, { ...columns.what, top: at }, { size: 9 })
  if (line.gross !== '') write(line.gross, { ...columns.gross, top: at }, { size: 9, colour: mute })
  if (line.amount !== '') write(line.amount, { ...columns.amount, top: at }, { size: 9, weight: 'strong' })
  if (line.below === '') return
  const position = { left: columns.what.left, width: belowWidth, top: top + 14.5 }
  write(line.below, position, { size: 7, colour: mute })
}

/** Draws a settlement. */
export const drawSettlement = (
  head: SettlementSheetHead,
  onBytes: (bytes: Uint8Array) => void,
): Drawn<SettlementSheetLine> => drawSheets(head, { drawColumns, drawLine }, onBytes)
