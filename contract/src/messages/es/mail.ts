import type { messages as en } from '../en/mail.ts'
import type { Translation } from '../translation.ts'
import { securityMail } from './security-mail.ts'

export const messages: Translation<typeof en> = {
  greeting: 'Hola, {name}:',
  greetingNobody: 'Hola:',
  linkFallback: 'Si el botón no abre, copia esta dirección en tu navegador:',
  footer: 'Recibes este correo de {company} por tu cuenta. Puedes responderlo.',
  footerNoReply: 'Recibes este correo de {company} por tu cuenta. Nadie lee las respuestas.',
  kinds: {
    verify_email: {
      subject: 'Confirma tu correo',
      preview: 'Un toque y tu cuenta está lista.',
      body: 'Te damos la bienvenida a {company}. Confirma esta dirección y podrás entrar y seguir con la verificación de tu identidad.',
      action: 'Confirmar mi correo',
      note: 'El enlace sirve una vez y durante 24 horas. Si no abriste una cuenta, no hagas nada: no pasa nada.',
    },
    account_exists: {
      subject: 'Ya tienes una cuenta',
      preview: 'Alguien intentó registrarse con tu dirección.',
      body: 'Alguien intentó abrir una cuenta en {company} con esta dirección, que ya tiene una. Si fuiste tú, entra, o elige otra contraseña si la olvidaste.',
      action: 'Entrar',
      note: 'Si no fuiste tú, no hagas nada: nadie supo nada de tu cuenta.',
    },
    recover_password: {
      subject: 'Elige una contraseña nueva',
      preview: 'El enlace sirve durante una hora.',
      body: 'Alguien pidió una contraseña nueva para tu cuenta. Si fuiste tú, elígela ahora. Se cerrarán todas tus sesiones.',
      action: 'Elegir una contraseña',
      note: 'El enlace sirve una vez y durante una hora. Si no fuiste tú, no hagas nada: tu contraseña sigue igual.',
    },
    password_changed: {
      subject: 'Tu contraseña cambió',
      preview: 'Avísanos enseguida si no fuiste tú.',
      body: 'La contraseña de tu cuenta acaba de cambiar y se cerraron tus otras sesiones. Tras un cambio así, los retiros esperan 24 horas.',
      action: 'No fui yo',
      note: 'Si fuiste tú, no hay nada que hacer.',
    },
    change_email: {
      subject: 'Confirma tu nueva dirección',
      preview: 'Un toque y el correo llega aquí.',
      body: 'Pediste usar esta dirección para tu cuenta. Confírmala y desde entonces entrarás con ella.',
      action: 'Confirmar esta dirección',
      note: 'El enlace sirve una vez y durante 24 horas. Si no lo pediste, no hagas nada: nada cambia.',
    },
    email_change_asked: {
      subject: 'Se pidió otra dirección',
      preview: 'Avísanos enseguida si no fuiste tú.',
      body: 'Alguien que conoce tu contraseña pidió cambiar el correo de tu cuenta a {newEmail}. Cambiará cuando se abra el enlace enviado allí.',
      action: 'No fui yo',
      note: 'Si fuiste tú, aquí no hay nada que hacer.',
    },
    email_changed: {
      subject: 'Tu correo cambió',
      preview: 'El correo de tu cuenta va a la dirección nueva.',
      body: 'El correo de tu cuenta ahora es {newEmail}. Tras un cambio así, los retiros esperan 24 horas.',
      action: 'No fui yo',
      note: 'Si fuiste tú, no hay nada que hacer.',
    },
    ...securityMail,
    kyc_verified: {
      subject: 'Tu identidad está verificada',
      preview: 'Ahora viene tu tarjeta.',
      body: 'Todo estaba en orden. Estamos creando tu tarjeta; en cuanto esté lista podrás cargarla.',
      action: 'Abrir {company}',
      note: 'No hace falta que respondas a este correo.',
    },
    kyc_declined: {
      subject: 'No pudimos verificar tu identidad',
      preview: 'La página dice por qué y qué puedes hacer.',
      body: 'La comprobación de tus documentos no tuvo éxito. La página de tu verificación dice por qué y si puedes intentarlo otra vez.',
      action: 'Ver qué hacer',
      note: 'Tus documentos se guardan sellados y solo los ven las personas que los comprueban.',
    },
    kyc_resubmit: {
      subject: 'Necesitamos otra foto',
      preview: 'Solo la imagen que no se pudo leer.',
      body: 'Una imagen de tu documento no sirvió. Toma solo esa otra vez; lo demás se conserva.',
      action: 'Tomarla otra vez',
      note: 'Toma alrededor de un minuto.',
    },
    load_credited: {
      subject: 'Tu carga está en tu tarjeta',
      preview: 'Ya puedes gastar ${net}.',
      body: 'Los ${net} de tu carga {ref} están en tu tarjeta. Ya puedes gastarlos.',
      action: 'Ver la tarjeta',
      note: 'No hace falta que respondas a este correo.',
    },
    load_review: {
      subject: 'Tu pago necesita una revisión',
      preview: 'El dinero está seguro.',
      body: 'Lo que llegó para tu carga {ref} no es lo cotizado. El dinero está seguro y no se mueve sin ti. La página de la carga dice qué es posible.',
      action: 'Ver la carga',
      note: 'Ahora mismo no tienes que hacer nada.',
    },
  },
}
