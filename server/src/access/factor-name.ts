import type { FactorMethod } from '@cardamom/contract/access/step-up'
import type { Language } from '../kernel/principal.ts'
import type { MessageOf } from '../kernel/reply.ts'

const languages: readonly Language[] = ['en', 'es']
/** The provider's name of a passkey by its browser: `Chrome on Linux`, `Chrome on Linux 2`. */
const browserName = /^(Chrome|Edge|Firefox|Opera|Safari|Samsung Internet) (?:on|en) (.+)$/

/**
 * The name of a factor for a reader. A name that the person typed is unchanged. A name that we chose was in
 * the account's language at that time, and is translated into the language of the reader's screen.
 */
export const factorNameIn = (
  lang: Language,
  { method, name }: { method: FactorMethod; name: string },
  messageOf: MessageOf,
): string => {
  const standard = (language: Language) => messageOf(language, `answers.factor.${method}`)
  const [, plain = name, count = ''] = /^(.*?)( \d+)?$/.exec(name) ?? []
  if (languages.some((language) => standard(language) === plain)) return `${standard(lang)}${count}`
  const [, browser, system] = browserName.exec(name) ?? []
  return browser === undefined
    ? name
    : messageOf(lang, 'answers.browserOn', { browser, system: system ?? '' })
}
