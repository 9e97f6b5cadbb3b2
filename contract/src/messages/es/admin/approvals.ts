import type { Translation } from '../../translation.ts'
import type { messages as en } from '../../en/admin/approvals.ts'

export const messages: Translation<typeof en> = {
  title: 'Bandeja',
  failed: 'No se pudo cargar esta solicitud.',
  empty: {
    title: 'Todavía no hay solicitudes',
    body: 'Aquí aparece lo que necesita una segunda persona: lo que puedes decidir y lo que solicitaste.',
  },
  views: { others: 'Para que decidas', yours: 'Tuyas' },
  fields: {
    request: 'Solicitud',
    kind: 'Solicitud',
    status: 'Estado',
    maker: 'Solicitado por',
    companyName: 'Empresa',
    requestedAt: 'Solicitado (UTC)',
    expiresAt: 'Vence (UTC)',
    side: 'De quién',
    makerId: 'Persona',
    companyId: 'Empresa',
    reason: 'Motivo',
  },
  values: {
    kind: {
      changeAuthenticationSettings: 'Ajustes de autenticación',
      changeTierRestrictions: 'Restricciones por nivel',
      changePermissions: 'Cambiar permisos',
      recordCapital: 'Registrar capital',
    },
    status: {
      requested: 'En espera',
      running: 'En curso',
      approved: 'Aprobada',
      rejected: 'Rechazada',
      withdrawn: 'Retirada',
      expired: 'Vencida',
      failed: 'Fallida',
    },
    side: { others: 'Para que decidas', yours: 'Tuyas' },
  },
  none: {
    others: {
      title: 'Nada espera tu decisión',
      body: 'Aquí aparece lo que puedes decidir en cuanto otra persona lo solicita.',
    },
    yours: {
      title: 'No has solicitado nada',
      body: 'Aquí aparece lo que haces y necesita una segunda persona, antes y después de que se decida.',
    },
  },
  requested: 'Solicitada',
  changes: 'Qué cambia',
  before: 'Antes',
  after: 'Después',
  now: 'Ahora',
  nothing: 'Nada',
  changed: {
    title: 'Esto cambió desde que se solicitó.',
    body: 'Compara los valores actuales antes de decidir.',
  },
  history: 'Qué pasó',
  selfChecked: 'aprobada por la persona que la solicitó',
  approve: 'Aprobar',
  reject: 'Rechazar',
  withdraw: 'Retirar',
  cancel: 'Cancelar',
  rejecting: {
    title: 'Rechazar esta solicitud',
    lead: 'La persona que la hizo ve tu nota. No cambia nada.',
    note: 'Nota',
  },
  ownRequest: 'Otra persona decide lo que solicitaste.',
  selfCheck: 'Nadie más puede decidir esto todavía. Podrás aprobarlo desde el {at}.',
  selfCheckNow: 'Nadie más puede decidir esto todavía, así que puedes aprobarlo. Queda registrado.',
  couldNot: 'Se aprobó, pero no se pudo hacer.',
}
