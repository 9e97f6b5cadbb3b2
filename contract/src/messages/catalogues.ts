import * as en from './en.ts'
import * as es from './es.ts'
import type { Translation } from './translation.ts'

export type Locale = 'en' | 'es'
export const locales: readonly Locale[] = ['en', 'es']
export type Catalogue = typeof en

/** Both catalogues, whole: for the server and its mail. The web loads them module by module. */
export const catalogues: { readonly en: Catalogue; readonly es: Translation<Catalogue> } = { en, es }
