import type { messages as en } from '../../en/admin/wallet-money.ts'
import type { Translation } from '../../translation.ts'

export const messages: Translation<typeof en> = {
  search: 'Nombre o correo',
  searchHint: 'Al menos 3 caracteres de una empresa, de quien vende o de otra persona con billetera.',
  none: 'Nadie con billetera tiene esto en el nombre o el correo.',
  missing: 'Elige uno de los resultados.',
  failed: 'No pudimos buscar. Inténtalo de nuevo.',
  change: 'Cambiar',
  company: 'Empresa',
  balances: 'Regular {regular} · Inmediata {immediate}',
  wallet: { regular: 'Regular', immediate: 'Inmediata' },
  available: { regular: 'Regular, disponible', immediate: 'Inmediata, disponible' },
  hidden: 'No ves esta billetera.',
  pending: 'Pendiente {amount}',
  reserved: 'Reservado {amount}',
  allowance: 'Puede bajar {amount} de cero',
  steps: 'de {before} a {after}',
  journal: 'Asientos de este registro',
  balanced: 'Suma 0.00',
  account: 'Cuenta',
  debit: 'Debe',
  credit: 'Haber',
  accounts: {
    regular: '{holder}, regular disponible',
    immediate: '{holder}, inmediata disponible',
    transferFees: 'Operador, comisiones de transferencias',
    adjustments: 'Operador, ajustes',
  },
  operator: 'Operador',
}
