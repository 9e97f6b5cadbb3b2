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
  .map((file) => ({ file, folder: dirname(file), text: readFileSync(join(root, file), 'utf8') }))

const pathsOf = (messages: Messages, above = ''): string[] =>
  Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'string' ? [above + key] : pathsOf(value, `${above}${key}.`),
  )

const allPaths = new Set(
  Object.entries(catalogues.en).flatMap(([name, messages]) => pathsOf(messages, `${name}.`)),
)

const anyWord = '[\\w-]+'
/** The keys that a template may produce: `sent.${kind}` matches every key below `sent`. */
const patternsIn = (text: string): RegExp[] =>
  [...text.matchAll(/`([\w.-]*\$\{[^`]*)`/g)]
    .map(([, template = '']) => template.replaceAll(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, '*'))
    .filter((template) => /^[\w.*-]*[a-zA-Z][\w.*-]*$/.test(template))
    .map((template) => new RegExp(`^${template.replaceAll('.', '\\.').replaceAll('*', anyWord)}$`))

/** The keys of texts in code of the server, as a literal or as a template, which it fills in by itself. */
const filledIn = /\b(?:text|messageOf)\(\s*(?:[\w.]+,\s*)?(?:'(\w+\.[\w.-]+)'|(`\w+\.[^`]+`))/g

/** Keys that the code fills in and no catalogue has: people would read the key itself. */
const unknownIn = (text: string): string[] =>
  [...text.matchAll(filledIn)].flatMap(([, literal, template = '']) => {
    if (literal !== undefined) return allPaths.has(literal) ? [] : [literal]
    const patterns = patternsIn(template)
    const isKnown = patterns.every((pattern) => [...allPaths].some((path) => pattern.test(path)))
    return isKnown && patterns.length > 0 ? [] : [template]
  })

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

test('every text that the server fills in is in the catalogues', () => {
  const ofServer = sources.filter(({ file }) => file.startsWith('server/'))
  const named = ofServer.flatMap(({ text }) => [...text.matchAll(filledIn)])
  expect(named.length).toBeGreaterThan(80)
  expect(ofServer.flatMap(({ file, text }) => unknownIn(text).map((key) => `${file}: ${key}`))).toEqual([])
})

test('a text that is in no catalogue is found, also one with a part that code fills in', () => {
  const code = "text('walletLines.gone', { what }) + messageOf(lang, `walletLines.lost.${kind}`)"
  expect(unknownIn(code)).toEqual(['walletLines.gone', '`walletLines.lost.${kind}`'])
  expect(unknownIn("text('walletLines.undone') + text(`walletLines.kind.${kind}`)")).toEqual([])
})

test('a list has every text that its page and its file show', () => {
  expect(listTexts.size).toBeGreaterThan(50)
  expect([...listTexts].filter((key) => !allPaths.has(key))).toEqual([])
})
