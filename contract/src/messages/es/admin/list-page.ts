import type { messages as en } from '../../en/admin/list-page.ts'
import type { Translation } from '../../translation.ts'

export const messages: Translation<typeof en> = {
  columns: {
    title: 'Columnas',
    lead: 'El enlace a esta página, sus vistas guardadas y su CSV tienen las columnas que elijas.',
    filters: 'Oculta; aún filtra la lista',
    orders: 'Oculta; aún ordena la lista',
    reset: 'Columnas habituales',
    close: 'Listo',
  },
  live: {
    added: '{count, plural, one {# nuevo} other {# nuevos}}',
    left: '{count, plural, one {# ya no está} other {# ya no están}}',
  },
  bulk: {
    progress: '{done} de {count}',
    stopping: 'Se detiene después de {done} de {count}',
    stop: 'Detener',
    unsent: 'Sin resultado: {count}.',
    unsentAgain: 'Siguen en la selección, así que puedes enviarlos otra vez.',
  },
}
