import type { Translation } from '../../translation.ts'
import type { messages as en } from '../../en/admin/ledger-journals.ts'
import { messages as postings } from './ledger-postings.ts'

export const messages: Translation<typeof en> = {
  title: 'Asientos',
  fileName: 'asientos',
  search: 'Id, clave, objeto, persona o tarea',
  empty: {
    title: 'No hay asientos',
    body: 'No hay ninguno con estos filtros. Quien ve una parte del libro encuentra asientos en las cuentas que ve.',
  },
  reversal: '{kind} (reversión)',
  automatic: 'Automático',
  fields: {
    id: 'Asiento',
    kind: 'Tipo',
    isReversal: 'Reversión',
    effectiveAt: 'Fecha efectiva (UTC)',
    recordedAt: 'Registrado (UTC)',
    key: 'Clave',
    subjectId: 'Objeto',
    actor: 'Lo decidió',
    reason: 'Motivo',
  },
  values: { kind: postings.values.kind },
}
