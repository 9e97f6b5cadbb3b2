import type { messages as en } from '../../en/admin/terms-acceptances.ts'
import type { Translation } from '../../translation.ts'

export const messages: Translation<typeof en> = {
  title: 'Quién aceptó los términos',
  fileName: 'aceptaciones-de-los-terminos',
  empty: {
    title: 'Aún no los aceptó nadie',
    body: 'Cada persona acepta la versión en vigor cuando se registra.',
  },
  fields: {
    name: 'Persona',
    companyName: 'Empresa',
    companyId: 'Empresa',
    version: 'Versión',
    lang: 'Idioma',
    acceptedAt: 'Aceptada (UTC)',
  },
  values: { lang: { en: 'Inglés', es: 'Español' } },
  show: 'Abrir el usuario',
}
