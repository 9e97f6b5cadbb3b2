import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'

export type ServerProcess = {
  readonly pid: number
  readonly readyMs: number
  /** kill -9. */
  readonly kill: () => Promise<void>
  /** SIGTERM; returns the exit code. */
  readonly end: () => Promise<number | null>
  /** All output of the process. */
  readonly said: () => string
}

const root = join(import.meta.dirname, '../..')
const timeoutMs = 180_000

const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) done(child.exitCode)
    else child.once('exit', (code) => done(code))
  })

/** Resolves when the process reports that it is ready; returns a reader of all its output. */
const untilReady = (child: ChildProcess): Promise<() => string> =>
  new Promise((done, failed) => {
    let said = ''
    const collect = (chunk: Buffer) => {
      said += chunk.toString()
      if (!said.includes('ready product')) return
      clearTimeout(timer)
      done(() => said)
    }
    const timer = setTimeout(() => failed(new Error(`The server was not ready: ${said}`)), timeoutMs)
    child.once('exit', () => failed(new Error(`The server ended at once: ${said}`)))
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
  })

/** Starts the real server in its own process; resolves when it reports that it is ready. */
export const startServer = async (of: {
  env: Readonly<Record<string, string>>
  /** A module with a planted fault, loaded before the server. */
  preload?: string
}): Promise<ServerProcess> => {
  const startedMs = performance.now()
  const preload = of.preload === undefined ? [] : ['--import', of.preload]
  const child = spawn(process.execPath, [...preload, join(root, 'server/src/main.ts')], {
    cwd: root,
    // The process ends with the test, because the pipe of its input closes.
    env: { PATH: process.env['PATH'] ?? '', ...of.env, END_WITH_STDIN: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const said = await untilReady(child)
  const stopWith = (signal: NodeJS.Signals) => async () => {
    const gone = ended(child)
    child.kill(signal)
    return gone
  }
  const kill = stopWith('SIGKILL')
  return {
    pid: child.pid ?? 0,
    readyMs: performance.now() - startedMs,
    kill: async () => void (await kill()),
    end: stopWith('SIGTERM'),
    said,
  }
}

/** `npm run ledger -- verify` on this database: its exit code and its output. */
export const verifyLedger = async (
  env: Readonly<Record<string, string>>,
): Promise<{ code: number | null; said: string }> => {
  // A killed server may have exported no block yet.
  const args = [join(root, 'server/src/ledger/cli.ts'), 'verify', '--without-file']
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const code = await ended(child)
  return { code, said: said.trim() }
}

/** Whether a process exists. */
export const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
