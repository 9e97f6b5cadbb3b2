import type { messages as en } from '../en/incident-banner.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof en> = {
  region: 'Aviso',
  kind: { information: 'Información', incident: 'Incidente', maintenance: 'Mantenimiento' },
  until: 'Hasta {time}',
  dismiss: 'Ocultar este aviso',
}
