import type { messages as en } from '../en/rescue.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof en> = {
  checking: 'Comprobando el enlace',
  failed: 'No pudimos comprobar el enlace',
  tryAgain: 'Volver a intentar',
  logIn: 'Entrar',
  addFactor: {
    title: 'Añadir un método de verificación',
    expired: 'Pide otro en Seguridad.',
    security: 'Abrir Seguridad',
  },
  magic: {
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
  },
  freeze: {
    title: 'Pausar mis tarjetas',
    lead: '¿Perdiste tu tarjeta o tu teléfono? Te enviamos por correo un enlace que pausa todas tus tarjetas a la vez.',
    email: 'Correo',
    send: 'Enviar el enlace',
    sentTitle: 'Revisa tu correo',
    sentBody: 'Enviamos un enlace a <b>{email}</b>. Ábrelo en menos de una hora.',
    confirmLead:
      'Escribe tu fecha de nacimiento para pausar todas tus tarjetas a la vez. Puedes reanudarlas después de entrar.',
    birthDate: 'Fecha de nacimiento',
    birthDateMissing: 'Escribe tu fecha de nacimiento.',
    go: 'Pausar mis tarjetas',
    wrong: 'Esa no es la fecha de nacimiento de esta cuenta.',
    doneTitle:
      '{cards, plural, =0 {No tienes tarjetas que pausar} one {Tu tarjeta está en pausa} other {Tus # tarjetas están en pausa}}',
    doneBody: 'Nadie puede pagar con ellas hasta que entres y las reanudes.',
    expired: 'Un enlace funciona una sola vez, durante una hora.',
    again: 'Enviar otro enlace',
  },
  recovery: {
    title: 'Recupera tu cuenta',
    for: 'Para la cuenta de {hint}.',
    mailed:
      'Perdiste todos tus métodos de verificación. Comparamos una selfie con tu documento, esperamos 24 horas y avisamos a todas las direcciones de la cuenta. Después quitamos los métodos perdidos y añades otros.',
    begin: 'Empezar la selfie',
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
  },
}
