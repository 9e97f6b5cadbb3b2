import type { messages as en } from '../en/notifications.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof en> = {
  title: 'Notificaciones',
  unreadCount: '{count, plural, =0 {Todas leídas} one {# sin leer} other {# sin leer}}',
  unread: 'Sin leer',
  markAll: 'Marcar todas como leídas',
  failed: 'No se pudieron leer tus notificaciones.',
  tryAgain: 'Volver a intentar',
  more: 'Ver más',
  emptyTitle: 'Aún no hay nada que contar',
  emptyBody: 'Aquí aparece lo que pasa con tu dinero, tu tarjeta y tu verificación.',
  somebody: 'un comercio',
  kind: {
    email_verified: {
      title: 'Correo confirmado',
      text: 'Lo que sigue: verifica tu identidad. Son unos 3 minutos.',
    },
    kyc_verified: { title: 'Estás verificado', text: 'Tu verificación de identidad está hecha.' },
    kyc_declined: { title: 'No se aceptó tu documento', text: 'Mira por qué y qué puedes hacer.' },
    kyc_resubmit: { title: 'Hace falta una foto nueva', text: 'Lo demás está bien y se conserva.' },
    kyc_review: { title: 'Nuestro equipo está revisando tu verificación', text: 'No tienes que hacer nada.' },
    card_ready: { title: 'Tu tarjeta está lista', text: 'Cárgala y paga con ella.' },
    card_paused: {
      title: 'Tu tarjeta no paga por ahora',
      text: 'Está en pausa o bloqueada. Ábrela para ver por qué y qué puedes hacer.',
    },
    card_resumed: { title: 'Tu tarjeta vuelve a estar activa', text: 'Los pagos pasan.' },
    load_detected: { title: 'Vimos tu pago', text: 'La red lo está confirmando. {ref}' },
    load_accepted: {
      title: '{net} van en camino a tu tarjeta',
      text: 'Tu pago es definitivo. Llegará a más tardar el {by}.',
    },
    load_waits: {
      title: 'Tu carga espera su turno',
      text: 'Estamos reponiendo nuestra cuenta en el emisor. No tienes que hacer nada. {ref}',
    },
    load_credited: { title: '{net} están en tu tarjeta', text: 'Ya puedes gastarlos.' },
    load_expired: { title: 'Tu carga venció', text: 'No llegó nada a tiempo. No se cobró nada. {ref}' },
    load_review: {
      title: 'Tu pago necesita una revisión',
      text: 'El dinero está a salvo. Mira qué es posible. {ref}',
    },
    load_failed: {
      title: 'El emisor no aceptó tu carga',
      text: 'El dinero está a salvo. Una persona lo está viendo ahora. {ref}',
    },
    purchase: {
      title: '{amount} en {merchant}',
      text: 'Retenido hasta que el comercio cobre el importe final.',
    },
    purchase_settled: { title: '{amount} en {merchant}', text: 'Liquidado.' },
    purchase_declined: { title: 'Rechazado: {amount} en {merchant}', text: 'Ábrelo para ver qué ayuda.' },
    refund: { title: '{amount} de vuelta de {merchant}', text: 'Están en tu tarjeta.' },
    other: { title: 'Algo pasó en tu cuenta', text: 'Abre tu actividad para ver qué.' },
  },
  notEnough: 'No había suficiente en la tarjeta.',
}
