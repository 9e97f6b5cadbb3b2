import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { startChild, type Child } from './process-group.ts'
import { StartRefused } from '../../server/src/kernel/migrate.ts'

const root = join(import.meta.dirname, '../..')

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : [path]
  })

/** Changes when any source of the web app does: names, sizes and contents. */
const sourceMark = (): string => {
  const hash = createHash('sha256')
  const sources = [...filesBelow(join(root, 'web/src')), ...filesBelow(join(root, 'contract/src'))]
  sources.push(...filesBelow(join(root, 'web/build')))
  const singles = ['web/index.html', 'web/vite.config.ts', 'web/package.json'].map((name) => join(root, name))
  for (const path of [...sources, ...singles].sort()) {
    hash.update(`${path.slice(root.length)} ${statSync(path).size}\n`).update(readFileSync(path))
  }
  return hash.digest('hex')
}

const viteScript = () =>
  join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js')
const webDir = join(root, 'web')
const dist = join(webDir, 'dist')

/** Builds the web app again whenever one of its files changes: for those who develop. A reload shows the new one. */
export const watchWeb = (): { child: Child; dist: string } => ({
  dist,
  child: startChild({
    name: 'The web builder',
    script: viteScript(),
    args: ['build', '--watch', '--clearScreen', 'false'],
    cwd: webDir,
    env: {},
    readyLine: /built in/,
  }),
})

/** Builds the web app into a folder. Throws StartRefused with what the builder said. */
export const buildWebInto = async (outDir: string): Promise<void> => {
  const build = spawn(
    process.execPath,
    [viteScript(), 'build', '--logLevel', 'warn', '--outDir', outDir, '--emptyOutDir'],
    { cwd: webDir, env: { ...process.env, NODE_ENV: 'production' }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  build.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  build.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise((done) => build.once('exit', done))
  if (code !== 0) throw new StartRefused(`The web app could not be built: ${output.trim().slice(-1500)}`)
}

/** Builds the web app when its sources changed since the last build. Gives the folder of the built files. */
export const buildWeb = async (onBuild: () => void): Promise<string> => {
  const markFile = join(dist, '.sources')
  const mark = sourceMark()
  if (existsSync(markFile) && readFileSync(markFile, 'utf8') === mark) return dist
  onBuild()
  await buildWebInto(dist)
  writeFileSync(markFile, mark)
  return dist
}
