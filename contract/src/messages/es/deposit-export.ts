import type { messages as en } from '../en/deposit-export.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof en> = {
  fileName: 'depositos',
  fields: {
    at: 'Fecha (UTC)',
    status: 'Estado',
    amount: 'Monto',
    asset: 'Moneda',
    network: 'Red',
    load: 'Carga',
    speed: 'Velocidad',
    pendingBefore: 'Pendiente antes (USD)',
    pendingAfter: 'Pendiente después (USD)',
    txHash: 'Hash de la transacción',
  },
}
