import type { messages as en } from '../en/legal.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof en> = {
  since: 'En vigor desde el {day}',
  version: 'Versión {version}',
  contents: 'En esta página',
  failed: 'No pudimos cargar este texto',
}
