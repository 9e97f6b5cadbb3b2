import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { refuseRemoval, removeData } from './start/data-folder.ts'
import { sentenceOf } from '../server/src/kernel/start-sentence.ts'

/** `npm run reset`: removes all data after a question; `-- --yes` shows none. */
const dataDir = resolve(process.env['DATA_DIR'] || '.data')
const say = (line: string) => process.stdout.write(`${line}\n`)

/** An input that ends without an answer means no. */
const isSure = async (): Promise<boolean> => {
  if (process.argv.includes('--yes')) return true
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const ended = new Promise<string>((done) => terminal.once('close', () => done('')))
  const answer = await Promise.race([
    terminal.question(`Remove all data in ${dataDir}, for ever? Type yes: `),
    ended,
  ])
  terminal.close()
  return answer.trim().toLowerCase() === 'yes'
}

try {
  refuseRemoval(dataDir)
  if (process.env['DATABASE_URL'])
    say('The database of DATABASE_URL stays as it is, but the keys that decrypt its fields go.')
  if (await isSure()) {
    const others = removeData(dataDir)
    say(others.length === 0 ? 'Removed.' : `Removed. Left in ${dataDir}, as not ours: ${others.join(', ')}.`)
  } else {
    say('Nothing was removed.')
  }
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`)
  process.exitCode = 1
}
