import type { messages as en } from '../en/answers.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof en> = {
  passkeyChecked: 'Tu llave de acceso se comprobó',
  passkeyDeleted: 'La llave de acceso se eliminó',
  passkeysDeleted: 'Se eliminaron todas las llaves de acceso',
  otpSent: 'Enviamos un código a {to}',
  smsCode: '{code} es tu código de {company}. No lo compartas con nadie, tampoco con nosotros.',
  browserOn: '{browser} en {system}',
  /** Names of factors in mails, for factors without a name of their own. */
  factor: {
    passkey: 'Una llave de acceso',
    security_key: 'Una llave de seguridad',
    totp: 'Una app de códigos',
    email_otp: 'Códigos por correo',
    sms: 'Códigos por SMS',
    magic_link: 'Enlaces por correo',
  },
}
