import type { messages as en } from '../en/card-freezes.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof en> = {
  logIn: 'Entrar',
  title: 'Pausar mis tarjetas',
  lead: '¿Perdiste tu tarjeta o tu teléfono? Te enviamos por correo un enlace que pausa todas tus tarjetas a la vez.',
  email: 'Correo',
  send: 'Enviar el enlace',
  sentTitle: 'Revisa tu correo',
  sentBody: 'Enviamos un enlace a <b>{email}</b>. Ábrelo en menos de una hora.',
  confirmLead:
    'Escribe tu fecha de nacimiento para pausar todas tus tarjetas a la vez. Puedes reanudarlas después de entrar.',
  birthDate: 'Fecha de nacimiento',
  go: 'Pausar mis tarjetas',
  wrong: 'Esa no es la fecha de nacimiento de esta cuenta.',
  doneTitle:
    '{cards, plural, =0 {No tienes tarjetas que pausar} one {Tu tarjeta está en pausa} other {Tus # tarjetas están en pausa}}',
  doneBody:
    '{cards, plural, =0 {Nadie puede pagar con una tarjeta tuya.} one {Nadie puede pagar con ella hasta que entres y la reanudes.} other {Nadie puede pagar con ellas hasta que entres y las reanudes.}}',
  expired: 'Un enlace funciona una sola vez, durante una hora.',
  again: 'Enviar otro enlace',
}
