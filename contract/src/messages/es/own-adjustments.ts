import type { messages as en } from '../en/own-adjustments.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof en> = {
  title: 'Ajustes',
  fileName: 'ajustes',
  empty: {
    title: 'Todavía no hay ajustes',
    body: 'Lo que se agrega a tus billeteras o se descuenta de ellas a mano aparece aquí, con la nota.',
  },
  failedList: 'No pudimos cargar los ajustes',
  fields: {
    ref: 'Referencia',
    adjustedAt: 'Fecha (UTC)',
    type: 'Tipo',
    wallet: 'Billetera',
    amount: 'Monto (USD)',
    reason: 'Nota',
  },
  values: {
    type: { credit: 'Agregado', debit: 'Descontado' },
    wallet: { regular: 'Regular', immediate: 'Inmediata' },
  },
  titleOf: 'Ajuste {ref}',
  failed: 'No pudimos cargar este ajuste',
  missing: 'Este ajuste no existe o no puedes verlo',
  type: { credit: 'Agregado a tu billetera', debit: 'Descontado de tu billetera' },
  amount: 'Monto',
  wallet: 'Billetera',
  wallets: { regular: 'Billetera regular', immediate: 'Billetera inmediata' },
  balance: 'Saldo',
  change: 'De {before} a {after}',
  made: 'Hecho',
  ref: 'Referencia',
  note: 'Nota',
  undoes: 'Anula {ref}',
  undone: 'Anulado por {ref}',
}
