import type { messages as en } from '../en/recovery.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof en> = {
  title: 'Elige una contraseña nueva',
  lead: 'Escribe tu correo y te enviaremos un enlace.',
  email: 'Correo',
  notFoundHelp: 'Revisa cómo está escrito o crea una cuenta.',
  submit: 'Enviar el enlace',
  remembered: '¿Recuerdas tu contraseña?',
  logIn: 'Entra',
  sent: {
    title: 'Revisa tu correo',
    lead: 'Enviamos un enlace a <b>{email}</b>. Ábrelo en menos de una hora y elige una contraseña nueva.',
  },
  link: {
    checking: 'Comprobando el enlace',
    lead: 'Para la cuenta de {hint}. Al guardarla se cierra la sesión en todos tus dispositivos.',
    password: 'Contraseña nueva',
    confirmation: 'La contraseña nueva otra vez',
    submit: 'Guardar la contraseña',
    expiredBody: 'Un enlace funciona una sola vez, durante una hora.',
    renew: 'Enviar un enlace nuevo',
    renewedTitle: 'Se envió un enlace nuevo',
    renewedBody: 'Abre el correo enviado a {hint} en menos de una hora.',
    requestAnew: 'Pedir otro enlace',
    goneBody: 'Ya no podemos renovarlo. Pide un enlace nuevo con tu correo.',
    doneTitle: 'Tu contraseña nueva está guardada',
    doneBody: 'Cerramos la sesión en todos tus dispositivos. Entra con la contraseña nueva.',
  },
}
