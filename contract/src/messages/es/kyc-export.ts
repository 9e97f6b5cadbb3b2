import type { messages as en } from '../en/kyc-export.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof en> = {
  fileName: 'verificaciones',
  columns: {
    reference: 'Referencia',
    name: 'Nombre',
    email: 'Correo',
    company: 'Empresa',
    status: 'Estado',
    reason: 'Motivo',
    attemptsUsed: 'Intentos usados',
    attemptLimit: 'Intentos permitidos',
    loadsPaused: 'Recargas en pausa',
    changed: 'Último cambio (UTC)',
  },
  yes: 'Sí',
  no: 'No',
}
