import type { messages as en } from '../en/due-terms.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof en> = {
  title: 'Nuestros términos cambiaron',
  first: 'Acepta nuestros términos',
  lead: 'La versión {version} rige desde el {day}. Hasta que la aceptes no puedes cambiar nada en tu cuenta. Tu dinero y tus tarjetas siguen como están.',
  failed: 'No pudimos cargar los términos',
  whole: 'Leer el texto completo',
  noChanges: 'No cambió nada en este texto.',
  line: { added: 'Añadido', removed: 'Quitado' },
  accept: 'Aceptar',
}
