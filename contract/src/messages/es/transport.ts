import type { messages as en } from '../en/transport.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof en> = {
  sessionExpired: 'La sesión venció.',
  validation: 'Error de validación:',
  unexpected: 'Ocurrió un error inesperado.',
  tryAgain: 'Ocurrió un error. Vuelve a intentarlo.',
  network: 'Error de red. Vuelve a intentarlo más tarde.',
}
