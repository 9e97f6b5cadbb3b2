import type { messages as en } from '../en/own-adjustments.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof en> = {
  titleOf: 'Ajuste {ref}',
  failed: 'No pudimos cargar este ajuste',
  missing: 'Este ajuste no existe o no puedes verlo',
  lines: 'Movimientos de mi billetera',
  type: { credit: 'Agregado a tu billetera', debit: 'Retirado de tu billetera' },
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
