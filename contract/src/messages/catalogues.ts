import * as en from './en.ts'
import * as es from './es.ts'
import type { Translation } from './translation.ts'

export type Locale = 'en' | 'es'
export const locales: readonly Locale[] = ['en', 'es']
export type Catalogue = typeof en

/** Both complete catalogues, for the server and its mails. The web loads single modules. */
export const catalogues: { readonly en: Catalogue; readonly es: Translation<Catalogue> } = { en, es }
