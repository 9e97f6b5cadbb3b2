import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { controlToken } from './chain-test-kit.ts'
import type { EngineName } from './engine.ts'

export const lives = (pid: number): boolean => {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

/** The service in its own process, as the supervisor runs it. */
export const serviceProcess = (options: { port: number; dataDir: string; engine: EngineName }) => {
  const running = new Set<ChildProcess>()

  const launch = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
      env: {
        ...process.env,
        PORT: String(options.port),
        DATA_DIR: options.dataDir,
        CHAIN_ENGINE: options.engine,
        CONTROL_TOKEN: controlToken,
        CREDENTIALS: '{}',
        HEARTBEAT_MS: '60000',
        END_WITH_STDIN: '1',
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    running.add(child)
    child.once('exit', () => running.delete(child))
    const [said] = (await once(child.stdout, 'data')) as [Buffer]
    expect(said.toString()).toMatch(/^ready chain /)
    return child
  }
  const end = async (child: ChildProcess, signal: NodeJS.Signals) => {
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  return {
    launch,
    end,
    endRunning: async () => {
      for (const child of running) await end(child, 'SIGKILL')
    },
  }
}
