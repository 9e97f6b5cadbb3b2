import type { messages as en } from '../en/magic-links.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof en> = {
  checking: 'Comprobando el enlace',
  logIn: 'Entrar',
  title: '¿Eres tú?',
  lead: 'A las {at}, alguien pidió confirmar que eres tú. Pulsa el botón solo si fuiste tú; después, la página donde empezaste continúa.',
  go: 'Sí, soy yo',
  no: 'No fui yo',
  notTitle: 'No se confirmó nada',
  notBody:
    'Cierra esta página. Quien lo pidió quizá sabe tu contraseña: elige una nueva ahora. Así se cierra la sesión en todos los dispositivos.',
  password: 'Elegir otra contraseña',
  expired:
    'Un enlace funciona una sola vez, durante diez minutos. La página donde empezaste puede enviar otro.',
  closed: '¿Cerraste esa página? Entra otra vez y vuelve a elegir el enlace.',
  closedSignedIn: '¿Cerraste esa página? Empieza otra vez lo que querías confirmar.',
  start: 'Ir a la página de inicio',
}
