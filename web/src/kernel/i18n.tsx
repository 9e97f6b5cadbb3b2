import type { Catalogue } from '@cardamom/contract/messages/catalogues'
import { use, useSyncExternalStore } from 'react'
import { createTranslator } from 'use-intl/core'
import * as coreEn from './core-en.ts'
import { currentLocale, intlTag, localeStore, rememberLocale, startLocale, type Locale } from './locale.ts'

/** A module of the catalogue: the name of its line in en.ts. */
export type Namespace = keyof Catalogue
/** `t('key', { … })`, `t.rich('key', { b: (text) => <b>{text}</b> })`; keys and arguments are typed. */
export type Text<N extends Namespace> = ReturnType<typeof createTranslator<Catalogue[N]>>

type Words = Readonly<Record<string, unknown>>
type AnyText = Text<Namespace>

const files = import.meta.glob<{ messages: Words }>([
  '../../../contract/src/messages/{en,es}/*.ts',
  '!../../../contract/src/messages/{en,es}/{shell,transport,ui}.ts',
])

const texts = new Map<string, AnyText>()
const loading = new Map<string, Promise<AnyText>>()
const nameOf = (at: { locale: Locale; namespace: string }) => `${at.locale}/${at.namespace}`

const keep = (at: { locale: Locale; namespace: string }, messages: Words): AnyText => {
  const made = createTranslator({ locale: intlTag(at.locale), messages }) as unknown as AnyText
  texts.set(nameOf(at), made)
  return made
}

const loadCore = async (locale: Locale): Promise<void> => {
  if (texts.has(nameOf({ locale, namespace: 'ui' }))) return
  const core: Words = locale === 'en' ? coreEn : await import('./core-es.ts')
  for (const [namespace, messages] of Object.entries(core)) keep({ locale, namespace }, messages as Words)
}

const fileOf = ({ locale, namespace }: { locale: Locale; namespace: string }) =>
  `../../../contract/src/messages/${locale}/${namespace.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}.ts`

const load = (at: { locale: Locale; namespace: string }): Promise<AnyText> => {
  const name = nameOf(at)
  const known = loading.get(name)
  if (known) return known
  const begun = (async () => {
    const file = files[fileOf(at)]
    if (!file) throw new Error(`No messages ${name}`)
    return keep(at, (await file()).messages)
  })()
  loading.set(name, begun)
  begun.then(
    // What React's `use` looks for first: texts that are there are read at once, without a fallback between.
    (value) => Object.assign(begun, { status: 'fulfilled', value }),
    () => loading.delete(name),
  )
  return begun
}

/** Loads what the first paint says. Spanish costs one small file more. */
export const startTexts = async (): Promise<void> => {
  const locale = startLocale()
  await loadCore('en')
  if (locale !== 'en') await loadCore(locale)
}

/** Switches the language without a reload: what the open page says is loaded first, so nothing flickers. */
export const switchLocale = async (locale: Locale): Promise<void> => {
  const open = [...loading.keys()].map((name) => name.split('/')[1] ?? '')
  await Promise.all([loadCore(locale), ...open.map((namespace) => load({ locale, namespace }))])
  rememberLocale(locale)
}

export const useLocale = (): Locale => useSyncExternalStore(localeStore.listen, localeStore.read)

/**
 * The texts of one module in the present language. A module that is not loaded yet suspends the page for its
 * one small file; nothing else has to be declared.
 */
export const useText = <N extends Namespace>(namespace: N): Text<N> => {
  const at = { locale: useLocale(), namespace }
  const text = namespace in coreEn ? texts.get(nameOf(at)) : use(load(at))
  return text as unknown as Text<N>
}

/** The same outside React, for modules that are always loaded. */
export const coreText = <N extends 'shell' | 'transport' | 'ui'>(namespace: N): Text<N> =>
  texts.get(nameOf({ locale: currentLocale(), namespace })) as unknown as Text<N>

/** Begins to load a module's texts before a page needs them. */
export const preloadText = (namespace: Namespace): void => {
  load({ locale: currentLocale(), namespace }).catch(() => undefined)
}
