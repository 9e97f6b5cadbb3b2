import { catalogues } from '@cardamom/contract/messages/catalogues'
import { createTranslator } from 'use-intl/core'
import type { MessageOf } from './reply.ts'

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
