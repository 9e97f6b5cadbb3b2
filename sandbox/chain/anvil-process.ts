import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { anvilRpc } from './anvil-rpc.ts'
import type { Engine, EngineOptions } from './engine.ts'

/**
 * The package has one binary per platform, used directly without an install script. Null: none for this
 * platform.
 */
export const anvilBinary = (): string | null => {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  const name = `@foundry-rs/anvil-${process.platform}-${arch}`
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`)
    return join(dirname(manifest), 'bin', 'anvil')
  } catch {
    return null
  }
}

// A shell between the two processes reads from our pipe: when the pipe closes for any reason, it kills anvil.
const guard = [
  'exec 3<&0',
  '"$@" </dev/null 3<&- & child=$!',
  'echo $child > "$ANVIL_PID_FILE"',
  '{ read -r _ <&3; kill -9 $child; } 2>/dev/null & watch=$!',
  'exec 3<&-',
  'wait $child; code=$?',
  'kill $watch 2>/dev/null',
  'exit $code',
].join('\n')

const pidFile = (dataDir: string) => join(dataDir, 'anvil.pid')

const commandLine = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((done) => {
    const probe = createServer()
      .once('error', () => done(false))
      .listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })

/** Ends an anvil that a killed earlier process left on this folder. Other processes are never touched. */
const endLeftover = async (dataDir: string): Promise<void> => {
  if (!existsSync(pidFile(dataDir))) return
  const pid = Number(readFileSync(pidFile(dataDir), 'utf8'))
  if (pid > 0 && commandLine(pid).includes(join(dataDir, 'anvil-cache'))) {
    process.kill(pid, 'SIGKILL')
    for (let tries = 0; tries < 200 && commandLine(pid) !== ''; tries += 1) await pause(10)
  }
  rmSync(pidFile(dataDir), { force: true })
  rmSync(join(dataDir, 'anvil-cache'), { recursive: true, force: true })
}

const argumentsFor = ({ port, dataDir, genesisSeconds }: EngineOptions): readonly string[] => {
  const flags: Readonly<Record<string, string | number | true>> = {
    host: '127.0.0.1',
    port,
    quiet: true,
    'no-cors': true,
    'chain-id': 31337,
    hardfork: 'shanghai',
    timestamp: genesisSeconds,
    balance: 1_000_000,
    // finalized = head - 2
    'slots-in-an-epoch': 1,
    // Only this service mines, in the order of arrival, so that a replay of the journal has the same
    // hashes.
    'no-mining': true,
    order: 'fifo',
    'no-request-size-limit': true,
    'cache-path': join(dataDir, 'anvil-cache'),
  }
  return Object.entries(flags).flatMap(([name, value]) =>
    value === true ? [`--${name}`] : [`--${name}`, String(value)],
  )
}

/**
 * Starts anvil and waits until it answers. Throws a sentence when the port is in use or anvil does not start.
 */
export const startAnvil = async (options: EngineOptions): Promise<Engine> => {
  const binary = anvilBinary()
  if (!binary) throw new Error(`chain: anvil is not installed for ${process.platform} ${process.arch}`)
  await endLeftover(options.dataDir)
  for (let tries = 0; !(await isFree(options.port)); tries += 1) {
    if (tries === 50) throw new Error(`chain: port ${options.port} of anvil is in use`)
    await pause(20)
  }
  const child = spawn('sh', ['-c', guard, 'anvil-guard', binary, ...argumentsFor(options)], {
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
    cwd: options.dataDir,
    env: { ...process.env, ANVIL_PID_FILE: pidFile(options.dataDir) },
  })
  let errorOutput = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errorOutput = `${errorOutput}${chunk.toString()}`.slice(-2000)
  })
  child.stdin.on('error', () => undefined)
  let running = true
  const ended = new Promise<string>((done) => {
    child.on('error', (cause) => done(String(cause)))
    child.on('exit', () => done(errorOutput))
  }).finally(() => {
    running = false
  })
  const kill = async () => {
    child.stdin.destroy()
    await ended
  }
  const rpc = anvilRpc(options.port)
  for (let tries = 0; ; tries += 1) {
    if (!running) throw new Error(`chain: anvil did not start. ${await ended}`)
    if (await rpc('eth_chainId').catch(() => null)) break
    if (tries === 500) {
      await kill()
      throw new Error('chain: anvil started but does not answer')
    }
    await pause(20)
  }
  return { rpc, pid: Number(readFileSync(pidFile(options.dataDir), 'utf8')), ended, kill }
}
