import type { messages as en } from '../../en/admin/reconcile-runs.ts'
import type { Translation } from '../../translation.ts'

/** Ejecuciones de la conciliación: lista y detalle. */
export const messages: Translation<typeof en> = {
  title: 'Ejecuciones de la conciliación',
  fileName: 'ejecuciones-de-conciliacion',
  empty: {
    title: 'Todavía no hay ejecuciones',
    body: 'Una ejecución empieza cada noche y cuando un administrador la inicia.',
  },
  fields: {
    status: 'Estado',
    startedAt: 'Empezó (UTC)',
    endedAt: 'Terminó (UTC)',
    requestedByName: 'Iniciada por',
    comparedFrom: 'Eventos desde (UTC)',
    comparedUntil: 'Eventos hasta (UTC)',
    compared: 'Eventos comparados',
    matched: 'Eventos que coinciden',
    healed: 'Contabilizados con el registro del emisor',
    found: 'Diferencias nuevas',
    failure: 'Problema',
  },
  values: {
    status: { reading: 'Lee al emisor', checking: 'Mira otra vez', comparing: 'Compara', done: 'Terminada' },
    failure: { issuer_silent: 'El emisor no respondió' },
  },
  nightly: 'Cada noche',
  open: 'Abrir la ejecución',
  breaks: 'Ver sus diferencias',
  one: 'Ejecución del {time}',
  failed: 'No pudimos cargar esta ejecución.',
}
