import type { messages as en } from '../../en/admin/money-requests.ts'
import type { Translation } from '../../translation.ts'

export const messages: Translation<typeof en> = {
  title: 'Solicitudes sin aprobar',
  fileName: 'solicitudes',
  empty: {
    title: 'No hay solicitudes',
    body: 'Aquí aparecen las operaciones que necesitan a otra persona, hasta que se aprueban.',
  },
  fields: {
    kind: 'Clase',
    status: 'Estado',
    side: 'De quién',
    senderName: 'Remitente',
    receiverName: 'Destinatario',
    lastDigits: 'Tarjeta',
    companyName: 'Empresa',
    wallet: 'Billetera',
    total: 'Monto',
    fee: 'Comisión',
    bankReference: 'Referencia',
    reason: 'Motivo',
    requestedByName: 'Solicitada por',
    requestedAt: 'Solicitada (UTC)',
    expiresAt: 'Vence (UTC)',
    decidedByName: 'Decidida por',
    decidedAt: 'Decidida (UTC)',
    note: 'Por qué se rechazó',
    request: 'Solicitud',
  },
  values: {
    kind: {
      transfer: 'Transferencia',
      reversal: 'Reversión',
      card_load: 'A una tarjeta',
      card_loads: 'A muchas tarjetas',
      wire: 'Transferencia bancaria',
    },
    status: {
      awaiting_check: 'En espera',
      rejected: 'Rechazada',
      withdrawn: 'Retirada',
      expired: 'Vencida',
      failed: 'No se pudo hacer',
    },
    side: { others: 'De otros', yours: 'Tuyas' },
    wallet: { regular: 'Regular', immediate: 'Inmediata' },
  },
  tabs: { awaiting_check: 'En espera', rejected: 'Rechazadas', yours: 'Tuyas' },
  open: 'Abrir la solicitud',
  waiting:
    '{count, plural, one {{shown} solicitud espera a otra persona} other {{shown} solicitudes esperan a otra persona}}',
  waitingText: 'No se movió dinero. Las solicitudes aprobadas aparecen en esta lista.',
  show: 'Ver',
}
