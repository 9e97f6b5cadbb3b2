import type { messages as en } from '../en/login.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof en> = {
  title: 'Entrar',
  heading: 'Entra en {company}',
  login: 'Correo o nombre de usuario',
  password: 'Contraseña',
  forgot: '¿La olvidaste?',
  submit: 'Entrar',
  or: '¿Aún no tienes cuenta?',
  register: 'Crear una cuenta',
  closed: '{company} no abre cuentas nuevas por ahora.',
  wrongHelp: 'Revisa el correo o el nombre de usuario, y la contraseña: las mayúsculas cuentan.',
  wrongHidden:
    '¿Acabas de registrarte? Abre antes el enlace de nuestro correo. Lo enviamos otra vez a las cuentas que aún lo necesitan.',
  pausedHelp: 'Puedes volver a intentarlo en {time}.',
  deactivatedHelp: 'Esta cuenta o su empresa está desactivada. Tu empresa puede decirte por qué.',
  deactivatedContact: 'Esta cuenta o su empresa está desactivada. Escribe a {email} para saber por qué.',
  forSupport: 'Para soporte: {id}',
  unverified: {
    help: 'Abre el enlace del correo que enviamos a {email}.',
    send: 'Enviar el enlace otra vez',
    sentTitle: 'Enviamos un enlace nuevo.',
    sentHelp: 'Abre el correo enviado a {email} en menos de 24 horas y luego entra aquí.',
    mailbox: 'Abrir el buzón',
  },
  passkey: 'Entrar con llave de acceso',
  otp: 'Recibir un código por correo',
  otpNeedsLogin: 'Escribe antes tu correo o nombre de usuario.',
  freeze: '¿Perdiste tu tarjeta? Ponla en pausa',
  second: {
    title: 'Un paso más',
    lead: 'Tu contraseña es correcta. Ahora confirma que eres tú.',
    leadAfterCode: 'El código es correcto. Ahora confirma con tu segundo paso.',
    codeTitle: 'Revisa tu correo',
    trust: 'No preguntar otra vez en este navegador durante 30 días',
    back: 'Volver a entrar',
    lost: 'No puedo usar ninguno de estos métodos',
    lostSent:
      'Enviamos un correo a {hint}. Su enlace inicia la recuperación: una selfie y después 24 horas de espera.',
    codesLeft:
      '{count, plural, one {Queda un código de recuperación.} other {Quedan # códigos de recuperación.}} Crea nuevos en Seguridad.',
  },
  demo: {
    title: 'Explora como',
    lead: 'Personas ficticias, con todos los roles. Elige una para entrar.',
  },
}
