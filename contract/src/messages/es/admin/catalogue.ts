import type { messages as en } from '../../en/admin/catalogue.ts'
import type { Translation } from '../../translation.ts'

export const messages: Translation<typeof en> = {
  state: { current: 'Vigente', announced: 'Anunciado', archived: 'Archivado' },
  cancel: 'Cancelar',
  archive: {
    action: 'Archivar',
    title: '¿Archivar {name}?',
    lead: 'Ya no se puede elegir ni pedir. Las tarjetas que existen siguen igual. Puedes restaurarlo.',
    done: '{name} está archivado',
  },
  restore: { action: 'Restaurar', done: '{name} está restaurado' },
  delete: {
    action: 'Eliminar',
    title: '¿Eliminar {name}?',
    lead: 'No se puede deshacer. Un registro que tiene registros relacionados no se elimina: archívalo.',
    done: '{name} está eliminado',
  },
}
