import { paper } from '../transactions/statement-layout.ts'
import { ink, type TextStyle } from '../transactions/statement-pen.ts'
import {
  drawRule,
  drawSheets,
  good,
  mute,
  type Drawn,
  type Sheet,
  type SheetHead,
} from '../transactions/statement-sheet.ts'

const buckets = ['available', 'pending', 'reserved'] as const
type Bucket = (typeof buckets)[number]

/** All data of a wallet's statement except its lines. */
export type WalletSheetHead = SheetHead & {
  readonly columns: Readonly<Record<'at' | 'what' | Bucket, string>>
}

/** A balance after a line, and how much the line changed it; an unchanged one has no difference. */
type Cell = { readonly after: string; readonly difference: string | null }

/** One line of a wallet's statement, with its final texts. */
export type WalletSheetLine = {
  readonly day: string
  readonly time: string
  readonly what: string
  readonly below: string
  /** The opening or the closing balance. */
  readonly isEdge: boolean
} & Readonly<Record<Bucket, Cell>>

const width = 82
const right = paper.width - paper.side
/** Columns: left edge and width, in points. The balances end at the right edge. */
const columns = {
  at: { left: paper.side, width: 66 },
  what: { left: paper.side + 70, width: right - 3 * width - paper.side - 78 },
  available: { left: right - 3 * width, width: width - 6 },
  pending: { left: right - 2 * width, width: width - 6 },
  reserved: { left: right - width, width },
} as const

const drawColumns = (sheet: Sheet<WalletSheetHead>, top: number) => {
  const { write, head } = sheet
  const style: TextStyle = { size: 8, colour: mute }
  write(head.columns.at, { ...columns.at, top }, style)
  write(head.columns.what, { ...columns.what, top }, style)
  for (const bucket of buckets)
    write(head.columns[bucket], { ...columns[bucket], top, align: 'right' }, style)
  drawRule(sheet, top + 14, 1)
}

const drawLine = ({ write }: Sheet<WalletSheetHead>, line: WalletSheetLine, top: number) => {
  if (line.day !== '') write(line.day, { ...columns.at, top: top + 3 }, { size: 8.5 })
  if (line.time !== '') write(line.time, { ...columns.at, top: top + 14.5 }, { size: 7.5, colour: mute })
  const weight = line.isEdge ? 'strong' : 'normal'
  write(line.what, { ...columns.what, top: top + 3 }, { size: 9, weight })
  if (line.below !== '') write(line.below, { ...columns.what, top: top + 14.5 }, { size: 7.5, colour: mute })
  for (const bucket of buckets) {
    const { after, difference } = line[bucket]
    const isChanged = difference !== null
    const style: TextStyle =
      isChanged || line.isEdge ? { size: 9, weight: 'strong', colour: ink } : { size: 9, colour: mute }
    write(after, { ...columns[bucket], top: top + 3, align: 'right' }, style)
    if (!isChanged) continue
    const colour = difference.startsWith('+') ? good : mute
    write(difference, { ...columns[bucket], top: top + 14.5, align: 'right' }, { size: 7.5, colour })
  }
}

/** Draws the statement of a wallet. */
export const drawWalletStatement = (
  head: WalletSheetHead,
  onBytes: (bytes: Uint8Array) => void,
): Drawn<WalletSheetLine> => drawSheets(head, { drawColumns, drawLine }, onBytes)
