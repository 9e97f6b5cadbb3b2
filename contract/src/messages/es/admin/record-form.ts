import type { messages as en } from '../../en/admin/record-form.ts'
import type { Translation } from '../../translation.ts'

export const messages: Translation<typeof en> = {
  save: 'Guardar los cambios',
  request: 'Enviar para aprobación',
  discard: 'Descartar',
  saved: 'Guardado',
  changes: '{count, plural, one {1 cambio sin guardar} other {# cambios sin guardar}}',
  requests:
    '{count, plural, one {1 cambio que otra persona aprobará} other {# cambios que otra persona aprobará}}',
  help: 'Alguien guardó cambios mientras editabas. Elige cuáles conservar y luego guarda.',
  yours: 'Lo tuyo',
  theirs: 'Guardado mientras tanto',
  adopted: 'También cambió: {fields}.',
  empty: 'Nada',
}
