import type { messages as en } from '../en/own-transfers.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof en> = {
  title: 'Transferencias',
  titleOf: 'Transferencia {ref}',
  fileName: 'transferencias-propias',
  failedList: 'No pudimos cargar las transferencias',
  failed: 'No pudimos cargar esta transferencia',
  missing: 'Esta transferencia no existe o no puedes verla',
  all: 'Todas las transferencias',
  empty: 'Todavía no hay transferencias',
  emptyHelp: 'El dinero que se transfiere de una de tus billeteras o a ella aparece aquí.',
  other: 'una persona',
  sentTo: 'Para {name}',
  receivedFrom: 'De {name}',
  balance: 'Saldo',
  made: 'Hecha',
  change: 'De {before} a {after}',
  returns: 'Devuelve {ref}',
  returned: 'Devuelta por {ref}',
  fields: {
    ref: 'Referencia',
    kind: 'Clase',
    status: 'Estado',
    direction: 'Dirección',
    otherName: 'Otra parte',
    wallet: 'Billetera',
    amount: 'Monto',
    fee: 'Comisión incluida',
    madeAt: 'Hecha (UTC)',
  },
  values: {
    kind: { transfer: 'Transferencia', card_load: 'A una tarjeta', reversal: 'Transferencia de vuelta' },
    status: {
      pending: 'Pendiente',
      completed: 'Completada',
      cancelled: 'Cancelada',
      reversed: 'Revertida',
    },
    direction: { sent: 'Enviada', received: 'Recibida' },
    wallet: { regular: 'Billetera regular', immediate: 'Billetera inmediata' },
  },
}
