import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { StartRefused } from '../../server/src/kernel/migrate.ts'
import type { Ports } from './ports.ts'
import { startChild, type Child } from './process-group.ts'

const root = join(import.meta.dirname, '../..')
const webDir = join(root, 'web')
const dist = join(webDir, 'dist')
const generated = new Set(['node_modules', 'dist'])

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (!entry.isDirectory()) return [path]
    return generated.has(entry.name) || entry.name.startsWith('dist-') ? [] : filesBelow(path)
  })

/**
 * A hash over all inputs of the built web app: names and contents of files, and versions of
 * libraries.
 */
const sourceMark = (): string => {
  const hash = createHash('sha256')
  const sources = [...filesBelow(webDir), ...filesBelow(join(root, 'contract/src'))]
  for (const path of [...sources, join(root, 'package-lock.json')].sort()) {
    hash.update(`${path.slice(root.length)}\n`).update(readFileSync(path))
  }
  return hash.digest('hex')
}

const viteScript = () =>
  join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js')

/** Vite's development server: it updates open pages, and it has the product's port. */
export const startViteServer = (ports: Ports): Child =>
  startChild({
    name: 'The web server',
    script: join(webDir, 'dev-server.ts'),
    cwd: webDir,
    loud: true,
    env: { PORT: String(ports.product), SERVER_PORT: String(ports.developed) },
  })

type OnStop = (stop: () => Promise<void>) => void

/** Builds the web app into a folder. Throws StartRefused with the builder's output. */
const buildWebInto = async (outDir: string, onStop: OnStop): Promise<void> => {
  const build = spawn(
    process.execPath,
    [viteScript(), 'build', '--logLevel', 'warn', '--outDir', outDir, '--emptyOutDir'],
    { cwd: webDir, env: { ...process.env, NODE_ENV: 'production' }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  const listen = (chunk: Buffer) => (output += chunk.toString())
  build.stdout.on('data', listen)
  build.stderr.on('data', listen)
  const ended = new Promise<number | null>((done) => build.once('close', done))
  onStop(async () => {
    build.kill('SIGKILL')
    await ended
    rmSync(outDir, { recursive: true, force: true })
  })
  if ((await ended) !== 0)
    throw new StartRefused(`The web app could not be built: ${output.trim().slice(-1500)}`)
}

const readIfThere = (file: string): string | null => (existsSync(file) ? readFileSync(file, 'utf8') : null)

/**
 * Replaces the old build by the new one in one step, so that a running product never serves a mix. The files
 * of the previous build stay, because open pages still load them.
 */
export const installBuild = (built: string, folder: string): void => {
  const before = readIfThere(join(folder, '.assets'))
  const own = readdirSync(join(built, 'assets'))
  for (const name of before === null ? [] : (JSON.parse(before) as string[])) {
    const [from, to] = [join(folder, 'assets', name), join(built, 'assets', name)]
    if (!own.includes(name) && existsSync(from)) cpSync(from, to, { preserveTimestamps: true })
  }
  writeFileSync(join(built, '.assets'), JSON.stringify(own))
  const old = `${built}-old`
  if (existsSync(folder)) renameSync(folder, old)
  renameSync(built, folder)
  rmSync(old, { recursive: true, force: true })
}

/**
 * Builds the web app when its sources changed since the last build. Returns the folder of the built files.
 */
export const buildWeb = async (options: { onBuild: () => void; onStop: OnStop }): Promise<string> => {
  const mark = sourceMark()
  const isBuilt = () => readIfThere(join(dist, '.sources')) === mark
  if (isBuilt()) return dist
  options.onBuild()
  // Two starts at the same time build into separate folders; the later one finds the build done.
  const built = join(webDir, `dist-${process.pid}`)
  await buildWebInto(built, options.onStop)
  writeFileSync(join(built, '.sources'), mark)
  if (isBuilt()) rmSync(built, { recursive: true })
  else installBuild(built, dist)
  return dist
}
