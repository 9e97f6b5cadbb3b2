import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { catalogues } from '@cardamom/contract/messages/catalogues'
import { describe, expect, it } from 'vitest'
import compile from 'icu-minify/compile'
import { createTranslator } from 'use-intl/core'

const contract = new URL('../../../contract/src/', import.meta.url)

type Messages = { readonly [key: string]: string | Messages }

/** Every message with its key: `refusals.wrong_credentials`. */
const messagesOf = (messages: Messages, path = ''): [string, string][] =>
  Object.entries(messages).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : messagesOf(value, `${path}${key}.`),
  )

const english = messagesOf(catalogues.en as unknown as Messages)
const spanish = new Map(messagesOf(catalogues.es as unknown as Messages))

/**
 * Names of the arguments and tags in a compiled message: `[name]`, `[name, type, options]`, `[tag,
 * …children]`.
 */
const namesIn = (node: unknown): string[] => {
  if (!Array.isArray(node)) return []
  const [name, second, third] = node as unknown[]
  if (typeof name !== 'string') return node.flatMap(namesIn)
  if (typeof second !== 'number' || second === 0) return [name, ...node.slice(1).flatMap(namesIn)]
  return [name, ...Object.values(typeof third === 'object' ? (third ?? {}) : {}).flatMap(childNames)]
}
/** A message's and an option's content: one text, or a list of nodes. */
const childNames = (content: unknown): string[] => (Array.isArray(content) ? content.flatMap(namesIn) : [])

const childrenOf = (message: string): string[] => [...new Set(childNames(compile(message)))]

const valuesFor = (message: string) =>
  Object.fromEntries(
    childrenOf(message).map((name) => [name, message.includes(`<${name}>`) ? (text: unknown) => text : 2]),
  )

const camelCase = (file: string) => file.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

describe('the catalogues', () => {
  it('have one file for each module, and list every file', () => {
    for (const locale of ['en', 'es'] as const) {
      const files = readdirSync(new URL(`messages/${locale}/`, contract), {
        recursive: true,
        encoding: 'utf8',
      })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => basename(name, '.ts'))
      expect(Object.keys(catalogues[locale]).toSorted()).toEqual(files.map(camelCase).toSorted())
    }
  })
  it('have the same messages in both languages', () => {
    expect([...spanish.keys()].toSorted()).toEqual(english.map(([path]) => path).toSorted())
  })
  it('have the same arguments in both languages', () => {
    const differing = english.filter(
      ([path, text]) =>
        childrenOf(text).toSorted().join() !==
        childrenOf(spanish.get(path) ?? '')
          .toSorted()
          .join(),
    )
    expect(differing).toEqual([])
  })
  // Every text of both languages is formatted, which a slow machine needs many seconds for.
  it('are well-formed ICU messages', () => {
    for (const [locale, entries] of [
      ['en', english],
      ['es-419', [...spanish]],
    ] as const) {
      for (const [path, text] of entries) {
        const t = createTranslator({
          locale,
          messages: { text },
          onError: (error) => {
            throw new Error(`${locale} ${path}: ${error.message}`)
          },
        })
        expect(t.markup('text', valuesFor(text) as never)).not.toBe('')
      }
    }
  }, 60_000)
  it('have the same text for an invalid session in both languages (product §4)', () => {
    expect(catalogues.en.refusals.unauthenticated).toBe('User Is Unauthenticated')
    expect(catalogues.es.refusals.unauthenticated).toBe('User Is Unauthenticated')
  })
})

/** Terms that the glossary replaces (docs/glossary.md), and phrases outside of a bank's tone. */
const unwanted: Readonly<Record<'en' | 'es', readonly RegExp[]>> = {
  en: [
    /!/,
    /\bneed not\b|\banew\b|\bsomebody\b/i,
    /\bfloating\b|\bheld\b|\bhold released\b|\bgiven back\b/i,
    /\bbirth date\b|\bcash machine\b|\bbelow zero\b|\bfactor\b/i,
    /\btoo old\b|\bmany tries\b/i,
  ],
  es: [
    /[¡!]/,
    /\busted(?:es)?\b|\b(?:ingrese|introduzca|seleccione|escriba|haga clic|póngase)\b|\bvos\b/i,
    /\bconectado\b/i,
    /\bflotante|\bretenid|\bdevoluci|\bdevuelto\b|\bfilas?\b/i,
    /\bcelular|\bimporte\b|\bapp de autenticación\b|\bbajo cero\b|\bfactor\b|\bsandbox\b/i,
    /\bcaduc|\bexpir|\bconfiguración de seguridad\b/i,
    /(?<!\blo )\bnormal(?:es)?\b/i,
  ],
}
/** Exact messages of product §8. */
const fixed: ReadonlySet<string> = new Set(['transport.sessionExpired'])

describe('the tone of the catalogues', () => {
  for (const [language, texts] of [
    ['en', english],
    ['es', [...spanish]],
  ] as const)
    it(`uses one term for each thing, and no exclamation marks (${language})`, () => {
      const found = texts.filter(([path, text]) => {
        const messages = text.replaceAll(/\{\w+(?:, (?:plural|select),)?|<\/?\w+>/g, '')
        return !fixed.has(path) && unwanted[language].some((pattern) => pattern.test(messages))
      })
      expect(found).toEqual([])
    })
})
