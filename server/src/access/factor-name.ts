import type { FactorMethod } from '@cardamom/contract/access/step-up'
import type { Language } from '../kernel/principal.ts'
import type { MessageOf } from '../kernel/reply.ts'

const languages: readonly Language[] = ['en', 'es']
/** What the provider calls a passkey by its browser: `Chrome on Linux`, `Chrome on Linux 2`. */
const browserName = /^(Chrome|Edge|Firefox|Opera|Safari|Samsung Internet) (?:on|en) (.+)$/

/**
 * The name of a factor for a reader. A name that the person typed stays; one that we gave is in the language of their
 * account then, and is said again in the language of their screen.
 */
export const factorNameIn = (
  lang: Language,
  { method, name }: { method: FactorMethod; name: string },
  messageOf: MessageOf,
): string => {
  const given = (language: Language) => messageOf(language, `answers.factor.${method}`)
  const [, plain = name, count = ''] = /^(.*?)( \d+)?$/.exec(name) ?? []
  if (languages.some((language) => given(language) === plain)) return `${given(lang)}${count}`
  const [, browser, system] = browserName.exec(name) ?? []
  return browser === undefined
    ? name
    : messageOf(lang, 'answers.browserOn', { browser, system: system ?? '' })
}
