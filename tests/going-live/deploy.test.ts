import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contentSecurityPolicy } from '../../server/src/kernel/content-security.ts'
import { roleSettings } from '../../server/src/kernel/database-roles.ts'
import { refusalOfProduction } from '../../server/src/kernel/production-config.ts'
import { settingNames } from '../../server/src/kernel/settings.ts'
import { readEvmChain } from '../../server/src/providers/rail/evm-chain.ts'
import { blockOf, documentedSettings, explainedSettings, root } from './operations-page.ts'

/** Files and commands that deploy/ and docs/operations.md name must exist. No image is built here. */
const read = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8')
const isSetting = (name: string) => (settingNames as readonly string[]).includes(name)
const scripts = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }).scripts

test('the document explains every setting of the server and of the signer, and no other', () => {
  const source = readFileSync(join(root, 'signer/settings.ts'), 'utf8')
  const ofSigner = [...source.matchAll(/'(SIGNER_[A-Z_]+)'/g)].flatMap(([, name = '']) => name)
  const all = new Set([...settingNames, ...ofSigner])
  expect([...new Set(explainedSettings())].toSorted()).toEqual([...all].toSorted())
})

test('the written settings exist, and production needs no others', () => {
  const documented = documentedSettings()
  expect(Object.keys(documented).filter((name) => !isSetting(name))).toEqual([])
  const values = Object.fromEntries(
    Object.keys(documented).map((name) => [name, documented[name] || 'given']),
  )
  expect(
    refusalOfProduction({ ...values, PUBLIC_URL: 'https://cards.example' } as never, values),
  ).not.toContain('missing')
})

test('the example of EVM_CHAIN can be read', () => {
  expect(readEvmChain(blockOf('chain'))).toMatchObject({ chainId: 1, feedDecimals: 8 })
})

test('the written settings allow frames of every host that sessions of Veriff use', () => {
  const { 'frame-src': framed } = contentSecurityPolicy(documentedSettings() as never)
  expect(framed).toEqual(expect.arrayContaining(['https://*.veriff.me', 'https://*.veriff.com']))
})

test('the commands of the document are scripts of the project', () => {
  const lines = ['build', 'admin', 'backup'].flatMap((mark) => blockOf(mark).split('\n'))
  const named = lines.flatMap((line) => /^npm run ([\w-]+)/.exec(line)?.[1] ?? [])
  expect(named.length).toBeGreaterThan(3)
  for (const name of named) expect(scripts).toHaveProperty(name)
  const usage = readFileSync(join(root, 'server/src/operate.ts'), 'utf8')
  for (const command of ['create-admin', 'backup', 'restore'])
    expect(usage).toContain(`operate -- ${command} `)
})

test('the image copies existing files and sets existing settings', () => {
  const dockerfile = read('Dockerfile')
  const copies = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) =>
    sources.split(' '),
  )
  expect(copies.length).toBeGreaterThan(6)
  for (const source of copies) expect(existsSync(join(root, source)), source).toBe(true)
  const [, env = ''] = /^ENV (.+)$/m.exec(dockerfile) ?? []
  const names = env.split(' ').map((pair) => pair.split('=')[0] ?? '')
  expect(names.filter((name) => name !== 'NODE_ENV' && !isSetting(name))).toEqual([])
  const command = ['node', ...blockOf('start').split(' ').slice(1)].map((part) => JSON.stringify(part))
  expect(dockerfile).toContain(`CMD [${command.join(', ')}]`)
})

test("the compose file mounts existing files, sets existing settings, and trusts its proxy's address", () => {
  const compose = read('compose.yaml')
  const mounts = [...compose.matchAll(/- (\.\/[\w.]+):/g)].map(([, path = '']) => path)
  expect(mounts).toHaveLength(2)
  for (const path of mounts) expect(existsSync(join(root, 'deploy', path)), path).toBe(true)
  const server = /\n {2}server:\n(.*?)\n {2}proxy:/s.exec(compose)?.[1] ?? ''
  const names = [...server.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name = '']) => name)
  for (const name of Object.values(roleSettings)) expect(names).toContain(name)
  expect(names.filter((name) => !isSetting(name))).toEqual([])
  const [, trusted] = /TRUST_PROXY: (\S+)/.exec(server) ?? []
  expect(/ipv4_address: (\S+)/.exec(compose)?.[1]).toBe(trusted)
})

test('the statements of the document create the database of the compose file', () => {
  const statements = blockOf('database').replaceAll(/'([A-Z]+_PASSWORD)'/g, "'$$$1'")
  expect(read('database.sh')).toContain(statements)
  expect(statSync(join(root, 'deploy/database.sh')).mode & 0o100).toBe(0o100)
})

test("the service runs the document's command, and Caddy forwards to its address", () => {
  const service = read('cardamom.service')
  expect(service).toContain(`ExecStart=/opt/cardamom/${blockOf('start')}\n`)
  expect(service).toContain('WorkingDirectory=/opt/cardamom\n')
  const { HOST, PORT, DATA_DIR } = documentedSettings()
  expect(service).toContain(`StateDirectory=${DATA_DIR?.replace('/var/lib/', '')}\n`)
  expect(read('Caddyfile')).toContain(`reverse_proxy {$UPSTREAM:${HOST}:${PORT}}`)
})
