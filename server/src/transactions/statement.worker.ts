import { parentPort, workerData } from 'node:worker_threads'
import { drawStatement } from './statement-draw.ts'
import type { StatementHead, StatementLine } from './statement-layout.ts'

/**
 * Draws one statement in its own thread: shaping ten thousand rows needs seconds and would block all
 * requests. Each message is an array of lines, or null for the end. Each answer has the bytes made so far.
 */
const port = parentPort
if (!port) throw new Error('This file is the body of a worker')
let made: Uint8Array[] = []
const statement = drawStatement(workerData as StatementHead, (bytes) => made.push(bytes))
const answer = () => {
  port.postMessage({ bytes: Buffer.concat(made) })
  made = []
}
port.on('message', (lines: readonly StatementLine[] | null) => {
  if (lines === null) return void statement.end().then(() => answer())
  lines.forEach(statement.add)
  answer()
})
