import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { StartRefused } from '../../server/src/kernel/migrate.ts'

/** A slow machine needs time to start, but a process that hangs must be reported in the end. */
const usualReadySeconds = 180
const stopTimeoutMs = 10_000

export type Child = {
  readonly name: string
  /** Lines of stdout that start with `ready`. */
  readonly ready: Promise<void>
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  readonly stop: () => Promise<void>
}

/** The last error of a program: the line of the error itself, not its stack. */
const lastLines = (text: string) => {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !/^\s+at |^Node\.js v/.test(line))
  return lines.slice(-4).join(' | ')
}

/**
 * Starts one of our programs in its own process group. Ctrl-C then reaches only the supervisor, which stops
 * all processes in order. The child ends when the pipe to its stdin closes, that is when the supervisor was
 * killed.
 */
export const startChild = (options: {
  name: string
  script: string
  args?: readonly string[]
  /** Options of Node itself. */
  nodeOptions?: readonly string[]
  cwd?: string
  /** Restarts it whenever one of its files changes. */
  watch?: boolean
  /** The start of the stdout line that reports readiness. */
  readyLine?: RegExp
  env: Readonly<Record<string, string | undefined>>
  onLine?: (line: string) => void
  /** How long the start may take, in seconds. */
  readySeconds?: number
  /** Prints its errors to our own stderr at once. */
  loud?: boolean
}): Child => {
  const child: ChildProcess = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      ...(options.nodeOptions ?? []),
      ...(options.watch ? ['--watch', '--watch-preserve-output'] : []),
      options.script,
      ...(options.args ?? []),
    ],
    {
      ...(options.cwd ? { cwd: options.cwd } : {}),
      env: { ...process.env, ...options.env, END_WITH_STDIN: '1' },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    },
  )
  const readySeconds = options.readySeconds ?? usualReadySeconds
  let errors = ''
  let stopping = false
  child.stdin?.on('error', () => undefined)
  child.stderr?.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-4000)
    if (options.loud) process.stderr.write(chunk)
  })
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((done) =>
    child.once('exit', (code, signal) => done({ code, signal })),
  )
  const ready = new Promise<void>((resolve, reject) => {
    let rest = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if ((options.readyLine ?? /^ready/).test(line)) resolve()
        else if (line !== '') options.onLine?.(line)
      }
    })
    void ended.then(() =>
      reject(new StartRefused(`${options.name} stopped before it was ready: ${lastLines(errors)}`)),
    )
    const timedOut = () =>
      reject(new StartRefused(`${options.name} was not ready after ${readySeconds} s: ${lastLines(errors)}`))
    setTimeout(timedOut, readySeconds * 1000).unref()
  })
  ready.catch(() => undefined)
  const kill = (signal: NodeJS.Signals) => {
    try {
      if (child.pid) process.kill(-child.pid, signal)
    } catch {
      // The process ended meanwhile.
    }
  }
  return {
    name: options.name,
    ready,
    ended,
    stop: async () => {
      if (stopping || child.exitCode !== null || child.signalCode !== null) return
      stopping = true
      child.kill('SIGTERM')
      const gone = await Promise.race([ended.then(() => true), pause(stopTimeoutMs, false)])
      if (!gone) kill('SIGKILL')
      await ended
    },
  }
}
