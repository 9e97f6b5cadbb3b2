import { catalogues } from '@cardamom/contract/messages/catalogues'
import { createTranslator } from 'use-intl/core'
import type { Language } from './principal.ts'
import type { MessageOf } from './reply.ts'

const locales = { en: 'en', es: 'es-419' } as const

/**
 * Fills in a text that people wrote, in the form of the catalogues: `{name}`, plural and select. Everything else is
 * text. Null: the form is not valid, or a fact is missing.
 */
export const formatText = (
  lang: Language,
  text: string,
  facts: Readonly<Record<string, unknown>>,
): string | null => {
  let isValid = true
  const plain = text.replaceAll("'", '’').replaceAll('<', "'<'")
  const messages = { text: plain } as Record<string, unknown>
  const translate = createTranslator({ locale: locales[lang], messages, onError: () => (isValid = false) })
  const shown = translate('text' as never, facts as never) as string
  return isValid ? shown : null
}

/**
 * Texts of both catalogues with their facts filled in. A missing key is returned as text, so that a test
 * finds it.
 */
export const createMessageOf = (): MessageOf => {
  const translators = {
    en: createTranslator({
      locale: 'en',
      messages: catalogues.en as Record<string, unknown>,
      onError: () => undefined,
    }),
    es: createTranslator({
      locale: 'es-419',
      messages: catalogues.es as Record<string, unknown>,
      onError: () => undefined,
    }),
  }
  return (lang, code, facts = {}) => translators[lang](code as never, facts as never)
}
