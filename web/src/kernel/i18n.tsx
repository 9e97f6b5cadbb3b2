import type { Catalogue } from '@cardamom/contract/messages/catalogues'
import { use, useSyncExternalStore } from 'react'
import type { createTranslator } from 'use-intl/core'
import { importWhenReachable, recordLoadFailure } from './load-failure.ts'
import { pageFact } from './page-facts.ts'
import { currentLocale, intlTag, localeStore, rememberLocale, startLocale, type Locale } from './locale.ts'
import * as english from './texts-en.ts'
import { translatorOf } from './translator.ts'

/** A module of the catalogue: the name of its line in en.ts. */
export type Namespace = keyof Catalogue
/** `t('key', { … })`, `t.rich('key', { b: (text) => <b>{text}</b> })`; keys and arguments are typed. */
export type Text<N extends Namespace> = ReturnType<typeof createTranslator<Catalogue[N]>>
/**
 * `t` for a key that is put together from a union of many texts with arguments. The compiler compares each of those texts with
 * each other: 50 texts took it 160 s. A test must fill all of them instead (`notification-texts.test.ts`).
 */
export type TextOfMany<Key extends string> = (key: Key, values: Readonly<Record<string, string>>) => string

type TextSource = { readonly locale: Locale; readonly namespace: string }
type Language = typeof english | typeof import('./texts-es.ts')
type AnyText = ReturnType<typeof translatorOf>

/** Time until a file that failed to load is requested again. */
const forgetFailureMs = 2000

/** Modules whose texts are always loaded. */
const core = ['shell', 'transport', 'ui'] as const
type Core = (typeof core)[number]
const isCore = (namespace: string): boolean => (core as readonly string[]).includes(namespace)

const languages = new Map<Locale, Language>([['en', english]])
/** Files that were fetched before their texts are needed. */
const hasCome = new Set<() => Promise<unknown>>()
const texts = new Map<string, AnyText>()
const loading = new Map<string, Promise<AnyText>>()
const nameOf = ({ locale, namespace }: TextSource) => `${locale}/${namespace}`

const store = (source: TextSource, messages: Readonly<Record<string, unknown>>): AnyText => {
  const made = translatorOf({ locale: intlTag(source.locale), messages })
  texts.set(nameOf(source), made)
  return made
}

const loadLanguage = async (locale: Locale): Promise<Language> => {
  const language = languages.get(locale) ?? (await importWhenReachable(() => import('./texts-es.ts')))
  languages.set(locale, language)
  for (const namespace of core) {
    if (!texts.has(nameOf({ locale, namespace }))) store({ locale, namespace }, language[namespace])
  }
  return language
}

/** The file of a module's texts; those that only admin pages read are in a folder and a list of their own. */
const fileOf = async ({ locale, namespace }: TextSource) => {
  const { files } = await loadLanguage(locale)
  const folder = `../../../contract/src/messages/${locale}/`
  const file = `${namespace.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}.ts`
  if (files[folder + file]) return files[folder + file]
  const ofAdmins = await importWhenReachable(() => import('./admin-texts.ts'))
  return ofAdmins.files[`${folder}admin/${file}`]
}

const load = (source: TextSource): Promise<AnyText> => {
  const name = nameOf(source)
  const known = loading.get(name)
  if (known) return known
  const pending = (async () => {
    const file = await fileOf(source)
    if (!file) throw new Error(`No messages ${name}`)
    const messages = hasCome.has(file) ? await file() : await importWhenReachable(file)
    return store(source, messages.messages)
  })()
  loading.set(name, pending)
  pending.then(
    // React's `use` reads these fields first, so loaded texts render at once, without a fallback.
    (value) => Object.assign(pending, { status: 'fulfilled', value }),
    () => {
      const forget = () => {
        if (loading.get(name) === pending) loading.delete(name)
      }
      recordLoadFailure(() => {
        forget()
        return load(source)
      })
      // The failure is stored for a while: a new try at each render would never end, and would show no error.
      setTimeout(forget, forgetFailureMs)
    },
  )
  return pending
}

/**
 * Loads the texts of the first paint. Spanish needs one more small file; until it is loaded, the page is in
 * English.
 */
export const startTexts = async (): Promise<void> => {
  await loadLanguage('en')
  const locale = startLocale()
  const speak = () => loadLanguage(locale).then(() => localeStore.write(locale))
  await speak().catch(() => {
    localeStore.write('en')
    recordLoadFailure(speak)
  })
}

/** Texts that no cardholder page shows, or that are long and rarely read. */
const seldom = /\/(?:admin-shell|answers|auth-client|legal|mail|statement|transaction-export)\.ts$/

/** Text files of a cardholder's pages in the present language, which must also work without a connection. */
export const textFiles = async (): Promise<(() => Promise<unknown>)[]> => {
  const { files } = await loadLanguage(currentLocale())
  const wanted = Object.entries(files).flatMap(([name, file]) => (seldom.test(name) ? [] : [file]))
  return wanted.map((file) => async () => {
    await file()
    hasCome.add(file)
  })
}

/** Loads the texts that the page of this address reads, as far as the server named them. */
export const loadFirstTexts = async (): Promise<void> => {
  const named = (pageFact('texts') ?? []) as Namespace[]
  const pending = named.map((namespace) => load({ locale: currentLocale(), namespace }))
  await Promise.allSettled(pending)
}

/** Switches the language without a reload. The texts of the open page load first, so nothing flickers. */
export const switchLocale = async (locale: Locale): Promise<void> => {
  const open = [...loading.keys()].map((name) => name.split('/')[1] ?? '')
  await Promise.all([loadLanguage(locale), ...open.map((namespace) => load({ locale, namespace }))])
  rememberLocale(locale)
}

export const useLocale = (): Locale => useSyncExternalStore(localeStore.listen, localeStore.read)

/**
 * The texts of one module in the present language. A module that is not loaded yet suspends the page while
 * its small file loads; nothing has to be declared.
 */
export const useText = <N extends Namespace>(namespace: N): Text<N> => {
  const source = { locale: useLocale(), namespace }
  const text = isCore(namespace) ? texts.get(nameOf(source)) : use(load(source))
  return text as unknown as Text<N>
}

/** The same outside React, for modules that are always loaded. */
export const coreText = <N extends Core>(namespace: N): Text<N> =>
  texts.get(nameOf({ locale: currentLocale(), namespace })) as unknown as Text<N>

/** Starts loading a module's texts before a page needs them. */
export const preloadText = (namespace: Namespace): void => {
  load({ locale: currentLocale(), namespace }).catch(() => undefined)
}
