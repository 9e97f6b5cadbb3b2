import type { messages as en } from '../en/deposit-export.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof en> = {
  fileName: 'depositos',
  columns: {
    date: 'Fecha (UTC)',
    status: 'Estado',
    amount: 'Monto',
    coin: 'Moneda',
    network: 'Red',
    load: 'Carga',
    speed: 'Velocidad',
    pendingBefore: 'Pendiente antes (USD)',
    pendingAfter: 'Pendiente después (USD)',
    transaction: 'Hash de la transacción',
  },
}
