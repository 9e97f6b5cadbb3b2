import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const operate = join(import.meta.dirname, '../../../server/src/operate.ts')

const readJson = <T>(name: string): T =>
  JSON.parse(readFileSync(join(dirname(process.env['CARDAMOM_SERVICES'] ?? ''), name), 'utf8')) as T

/** The database of this worker's product, as its server connects to it. */
const appUrl = (): string => {
  const url = new URL(readJson<{ ownerUrl: string }>('database.json').ownerUrl)
  url.username = 'cardamom_app'
  url.password = readJson<{ appPassword: string }>('secrets.json').appPassword
  return url.toString()
}

/** Runs a command of `npm run operate` while the product runs, with the password that the person types. */
export const runOperate = (args: readonly string[], password: string): Promise<string> =>
  new Promise((done) => {
    const child = spawn(process.execPath, [operate, ...args], {
      env: { ...process.env, DATABASE_APP_URL: appUrl() },
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.stdin.on('error', () => undefined)
    child.stdin.end(`${password}\n`)
    child.once('close', () => done(said.trim()))
  })
