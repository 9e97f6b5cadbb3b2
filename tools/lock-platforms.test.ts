import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

type LockedPackage = { version?: string; integrity?: string; optionalDependencies?: Record<string, string> }
const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>
}
const entries = Object.entries(lock.packages)
/** The chain uses another engine on platforms that anvil does not support (docs/decisions/0005). */
const onX64Only = new Set(['@foundry-rs/anvil-linux-amd64'])

const isLocked = (name: string, version: string): boolean =>
  entries.some(
    ([path, locked]) =>
      path.endsWith(`node_modules/${name}`) && locked.version === version && locked.integrity !== undefined,
  )

/** npm leaves out the packages of other platforms when it writes the file over an existing node_modules. */
test('every package for Linux x64 is also locked for Linux arm64', () => {
  const natives = entries.flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => /linux.*(x64|amd64)/.test(name) && !/musl/.test(name) && !onX64Only.has(name))
      .map(([name, version]) => ({ path, x64: name, arm64: name.replace('x64', 'arm64'), version })),
  )
  expect(natives.length).toBeGreaterThan(10)
  expect(natives.filter(({ x64, version }) => !isLocked(x64, version))).toEqual([])
  expect(natives.filter(({ arm64, version }) => !isLocked(arm64, version))).toEqual([])
})
