import type { messages as en } from '../en/factor-recovery.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof en> = {
  checking: 'Comprobando el enlace',
  logIn: 'Entrar',
  title: 'Recupera tu cuenta',
  for: 'Para la cuenta de {hint}.',
  mailed:
    'Perdiste todos tus métodos de verificación. Comparamos una selfie con tu documento, esperamos 24 horas y avisamos a todas las direcciones de la cuenta. Después quitamos los métodos perdidos y añades otros.',
  start: 'Empezar la selfie',
  selfieTitle: 'Tómate una selfie',
  selfieBody:
    'La comprobación se abre en la página de nuestro proveedor de identidad. Vuelve aquí cuando termine.',
  selfieGo: 'Abrir la comprobación',
  selfieAgain: 'Ya lo hice',
  waitingTitle: '24 horas de espera',
  waitingBody:
    'Tu rostro coincide. Abre esta página otra vez después del {at} para terminar. Avisamos a todas las direcciones de tu cuenta.',
  readyTitle: 'Ya puedes terminar',
  readyBody:
    'Quitamos los métodos perdidos y cerramos la sesión en todos tus dispositivos. Entra con tu contraseña y añade un método nuevo en menos de diez minutos.',
  finish: 'Quitar los métodos perdidos',
  doneTitle: 'Quitamos los métodos perdidos',
  doneBody: 'Entra con tu contraseña y añade un método de verificación. Los retiros esperan 24 horas.',
  cancelledTitle: 'La recuperación se detuvo',
  cancelledBody: 'Nada cambió. Si no la empezaste tú, alguien sabe tu contraseña: cámbiala ahora.',
  failedTitle: 'Tu selfie no coincide',
  failedBody: 'Nada cambió. Entra y empieza otra vez, o escríbenos.',
  stop: 'No fui yo: detenerla',
  expired: 'Esta recuperación terminó o su enlace venció. Entra y empieza otra vez.',
}
