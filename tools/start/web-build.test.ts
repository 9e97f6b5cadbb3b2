import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { installBuild } from './web-build.ts'

/** A new build of the web replaces the old one while pages of the old one are open. */
const parent = mkdtempSync('/var/tmp/cardamom-web-test-')
const target = join(parent, 'dist')
afterAll(() => rmSync(parent, { recursive: true, force: true }))

const build = (version: string, assets: readonly string[]): string => {
  const folder = join(parent, `dist-${version}`)
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'page.html'), version)
  for (const name of assets) writeFileSync(join(folder, 'assets', name), version)
  return folder
}
const assets = () => readdirSync(join(target, 'assets')).toSorted()

test('the parts of the previous build stay for open pages, and older ones are removed', () => {
  installBuild(build('one', ['a1.js', 'same.js']), target)
  expect(assets()).toEqual(['a1.js', 'same.js'])
  installBuild(build('two', ['a2.js', 'same.js']), target)
  expect(assets()).toEqual(['a1.js', 'a2.js', 'same.js'])
  expect(readFileSync(join(target, 'assets/same.js'), 'utf8')).toBe('two')
  installBuild(build('three', ['a3.js']), target)
  expect(assets()).toEqual(['a2.js', 'a3.js', 'same.js'])
  expect(readFileSync(join(target, 'page.html'), 'utf8')).toBe('three')
  expect(readdirSync(parent)).toEqual(['dist'])
  expect(existsSync(join(target, 'assets/a1.js'))).toBe(false)
})
