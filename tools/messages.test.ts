import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { catalogues } from '@cardamom/contract/messages/catalogues'
import { findListTexts } from './list-texts.ts'

/** Every text must be used: an unused text costs translation and review. */
const root = join(import.meta.dirname, '..')
type Messages = { readonly [key: string]: string | Messages }
/** Catalogues that are complete before the calls that use them exist. */
const wholeByDesign: ReadonlySet<string> = new Set(['refusals'])

const sources = globSync('{web,server,contract}/src/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/messages\/(?:en|es)|\.test\.tsx?$|test-kit/.test(file))
  .map((file) => ({ folder: dirname(file), text: readFileSync(join(root, file), 'utf8') }))

const pathsOf = (messages: Messages, above = ''): string[] =>
  Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'string' ? [above + key] : pathsOf(value, `${above}${key}.`),
  )

const anyWord = '[\\w-]+'
/** The keys that a template may produce: `sent.${kind}` matches every key below `sent`. */
const patternsIn = (text: string): RegExp[] =>
  [...text.matchAll(/`([\w.-]*\$\{[^`]*)`/g)]
    .map(([, template = '']) => template.replaceAll(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, '*'))
    .filter((template) => /^[\w.*-]*[a-zA-Z][\w.*-]*$/.test(template))
    .map((template) => new RegExp(`^${template.replaceAll('.', '\\.').replaceAll('*', anyWord)}$`))

const saidIn = (text: string) => ({
  messages: new Set([...text.matchAll(/['"`]([\w.-]+)['"`]/g)].map((found) => found[1])),
  patterns: patternsIn(text),
})

/** The code that may use a catalogue: the folders that name it, and the contract's own codes. */
const textAround = (name: string): string => {
  const speaks = new RegExp(`['"\`]${name}['"\`.]`)
  const folders = new Set(sources.filter(({ text }) => speaks.test(text)).map(({ folder }) => folder))
  return sources
    .filter(({ folder }) => folders.has(folder) || /^contract\/src(?!\/messages)/.test(folder))
    .map(({ text }) => text)
    .join('\n')
}

const listTexts = await findListTexts()

const unusedOf = (name: string, messages: Messages): string[] => {
  const said = saidIn(textAround(name))
  return pathsOf(messages)
    .filter((path) => {
      const ways = [path, `${name}.${path}`]
      return (
        !listTexts.has(`${name}.${path}`) &&
        !ways.some((way) => said.messages.has(way) || said.patterns.some((pattern) => pattern.test(way)))
      )
    })
    .map((path) => `${name}.${path}`)
}

test('every text of the catalogues is used', () => {
  const all = Object.entries(catalogues.en).filter(([name]) => !wholeByDesign.has(name))
  expect(all.flatMap(([name, messages]) => unusedOf(name, messages))).toEqual([])
})

test('an unused text is found', () => {
  expect(unusedOf('loads', { neverSaidByAnybody: 'Nothing' })).toEqual(['loads.neverSaidByAnybody'])
})

test('a label that no list shows is found, although its list shows others', () => {
  const { title, fields } = catalogues.en.kycCases
  const messages = { title, fields: { ...fields, seat: 'Seat' } }
  expect(unusedOf('kycCases', messages)).toEqual(['kycCases.fields.seat'])
})

test('a list has every text that its page and its file show', () => {
  const known = new Set(
    Object.entries(catalogues.en).flatMap(([name, messages]) => pathsOf(messages, `${name}.`)),
  )
  expect(listTexts.size).toBeGreaterThan(50)
  expect([...listTexts].filter((key) => !known.has(key))).toEqual([])
})
