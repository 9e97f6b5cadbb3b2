import { parentPort, workerData } from 'node:worker_threads'
import type { Drawn } from './statement-sheet.ts'

/**
 * Draws one statement in its own thread: shaping ten thousand rows needs seconds and would block all
 * requests. Each message is an array of lines, or null for the end. Each answer has the bytes made so far.
 */
export const drawInThread = <H, L>(
  draw: (head: H, onBytes: (bytes: Uint8Array) => void) => Drawn<L>,
): void => {
  const port = parentPort
  if (!port) throw new Error('This file is the body of a worker')
  let made: Uint8Array[] = []
  const statement = draw(workerData as H, (bytes) => made.push(bytes))
  const answer = () => {
    port.postMessage({ bytes: Buffer.concat(made) })
    made = []
  }
  port.on('message', (lines: readonly L[] | null) => {
    if (lines === null) return void statement.end().then(() => answer())
    lines.forEach(statement.add)
    answer()
  })
}
