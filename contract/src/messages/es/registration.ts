import type { messages as en } from '../en/registration.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof en> = {
  title: 'Crear una cuenta',
  steps: { account: 'Cuenta', you: 'Tú', address: 'Dirección', review: 'Revisión' },
  continue: 'Continuar',
  saved: 'Se guarda en esta pestaña mientras escribes, menos la contraseña.',
  emailTaken: '<b>{fact}.</b> <login>Entra</login> o <recover>elige una contraseña nueva</recover>.',
  code: {
    label: 'Código de vendedor o de referido',
    hint: 'De quien te habló de nosotros.',
    checking: 'Comprobando este código',
    seller: 'Código de vendedor: te unes a {company}.',
    referral: 'Código de referido: te unes a {company}.',
    help: 'Pregunta a quien te lo dio o deja el campo vacío.',
    later: 'No pudimos comprobar el código ahora. Lo comprobaremos cuando termines.',
  },
  account: {
    title: 'Crea tu cuenta',
    lead: 'Usa un correo que puedas abrir ahora.',
    have: '¿Ya tienes cuenta?',
    logIn: 'Entra',
  },
  you: {
    title: 'Sobre ti',
    lead: 'Como está escrito en tu pasaporte o documento.',
  },
  address: {
    title: 'Dónde vives',
    lead: 'Aquí se envía una tarjeta física.',
  },
  review: {
    title: 'Revisa lo que escribiste',
    lead: 'Después enviamos un enlace a {email}.',
    change: 'Cambiar',
    changeStep: 'Cambiar: {step}',
    code: 'Código',
    passwordGone: 'Vuelve a elegir tu contraseña.',
    passwordGoneHelp: 'La página se recargó y nunca guardamos tu contraseña en el navegador.',
    terms:
      'He leído y acepto los <terms>términos y condiciones</terms> y el <privacy>aviso de privacidad</privacy>.',
    termsLater: 'No pudimos cargar los términos.',
    submit: 'Crear la cuenta',
  },
  sent: {
    title: 'Revisa tu correo',
    lead: 'Enviamos un enlace a <b>{email}</b>. Ábrelo en menos de 24 horas y luego entra.',
    joined: 'Tu cuenta pertenece a {company}.',
    spam: '¿No llegó en dos minutos? Revisa tu correo no deseado o envíalo otra vez.',
    again: 'Enviarlo otra vez',
    againIn: 'Enviarlo otra vez en {time}',
    sentAgain: 'Se envió otra vez a {email}',
    mailbox: 'Abrir el buzón',
    wrong: '¿La dirección está mal?',
    change: 'Usa otra',
  },
  closed: {
    title: '{company} no abre cuentas nuevas',
    body: 'Las cuentas que ya existen funcionan como siempre.',
  },
  confirm: {
    title: 'Confirma tu correo',
    waiting: 'Confirmando tu correo',
    doneTitle: 'Tu correo está confirmado',
    doneBody: 'Confirmamos {email}. Entra para continuar.',
    doneHere: 'Tu correo está confirmado',
    changedTitle: 'Tu correo cambió',
    changedBody: 'Entra con {email}.',
    changedHere: 'Desde ahora entras con {email}',
    waitsTitle: 'Esta dirección está confirmada',
    waitsBody:
      'Ahora abre el correo que enviamos a tu otra dirección. Tu correo cambia cuando las dos están confirmadas.',
    change: {
      title: '¿Cambiar tu correo?',
      checking: 'Comprobando el enlace',
      lead: 'El correo de tu cuenta cambiaría de {from} a {to}.',
      confirm: 'Sí, cámbialo',
      decline: 'No fui yo',
      declinedTitle: 'El cambio se detuvo',
      declinedBody:
        'Tu correo sigue igual y se cerró la sesión en todos los dispositivos. Puede que alguien sepa tu contraseña: elige una nueva ahora.',
      newPassword: 'Elegir una contraseña nueva',
    },
    expiredBody:
      'Un enlace funciona una sola vez, durante 24 horas. Si ya lo abriste, tu correo ya está confirmado.',
    renew: 'Enviar un enlace nuevo',
    renewedTitle: 'Se envió un enlace nuevo',
    renewedBody: 'Abre el correo enviado a {hint} en menos de 24 horas.',
    usedTitle: 'Este enlace ya se usó',
    usedBody: 'Se abrió antes o lo reemplazó uno más nuevo. Entra o abre el último correo.',
    inUseBody: 'Otra cuenta ya tiene esta dirección. Entra con la anterior y elige una distinta.',
  },
}
