import { spawn, type ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeDataDir } from '../support/data-dir.ts'
import { freePort } from '../support/shared-postgres.ts'
import { signerSettings, type SignerOptions } from '../support/test-signer.ts'

const main = join(import.meta.dirname, '../../signer/main.ts')

const untilReady = (child: ChildProcess): Promise<void> =>
  new Promise((done, failed) => {
    let said = ''
    const collect = (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('ready ')) done()
    }
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    child.once('exit', () => failed(new Error(`The signer ended at once: ${said}`)))
  })

/** The real signer in its own process, which can be killed and started again with its record of signatures. */
export const startSignerProcess = async (...[chain, limits]: SignerOptions) => {
  const port = await freePort()
  const dataDir = makeDataDir('signer-process')
  const settings = signerSettings(chain, { port, dataDir, ...(limits ? { limits } : {}) })
  let child: ChildProcess | null = null
  const start = async () => {
    child = spawn(process.execPath, [main], {
      // The process ends with the test, because the pipe of its input closes.
      env: { PATH: process.env['PATH'] ?? '', ...settings, END_WITH_STDIN: '1' },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    await untilReady(child)
  }
  /** kill -9. */
  const kill = async () => {
    const gone = child
    child = null
    if (!gone) return
    const ended = new Promise((done) => gone.once('exit', done))
    gone.kill('SIGKILL')
    await ended
  }
  await start()
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    env: { SIGNER_URL: url, SIGNER_SECRET: settings.SIGNER_SECRET },
    dataDir,
    start,
    kill,
    stop: async () => {
      await kill()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
