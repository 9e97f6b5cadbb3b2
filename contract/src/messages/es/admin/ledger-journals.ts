import type { Translation } from '../../translation.ts'
import type { messages as en } from '../../en/admin/ledger-journals.ts'
import { messages as postings } from './ledger-postings.ts'

export const messages: Translation<typeof en> = {
  title: 'Asientos',
  fileName: 'asientos',
  search: 'Id, clave, objeto, persona o tarea',
  empty: {
    title: 'No hay asientos',
    body: 'No hay ninguno con estos filtros.',
  },
  part: {
    title: 'Ves una parte del libro, por eso esta lista está vacía.',
    body: 'Un asiento tiene cuentas de varias empresas y del operador. Solo quien ve todo el libro lee asientos completos. Abre una de tus cuentas para ver sus movimientos: cada uno lleva a tu parte de su asiento.',
    accounts: 'Tus cuentas',
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
