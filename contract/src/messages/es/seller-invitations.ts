import type { messages as en } from '../en/seller-invitations.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof en> = {
  title: 'Invitaciones',
  lead: 'Recibe un enlace por correo durante siete días. Con una cuenta de tu empresa lo acepta, recibe un código propio, y tú ganas con cada carga de sus clientes.',
  leadAdmin:
    'Recibe un enlace por correo durante siete días. Con una cuenta de la empresa del vendedor uno lo acepta y recibe un código propio.',
  seller: 'Vendedor uno',
  email: 'Correo',
  send: 'Enviar la invitación',
  sent: 'La invitación va en camino a {email}.',
  failed: 'No pudimos cargar las invitaciones.',
  empty: 'Todavía no hay invitaciones',
  emptyBody: 'Envía la primera aquí arriba.',
  state: { invited: 'Invitado', accepted: 'Aceptada', expired: 'Vencida', revoked: 'Revocada' },
  until: 'Abierta hasta {at}',
  acceptedAt: 'Aceptada {at}',
  over: 'Enviada {at}',
  by: 'Invita {name}',
  resend: 'Enviar de nuevo',
  resendOf: 'Enviar de nuevo la invitación de {email}',
  resent: 'La invitación va en camino otra vez. El enlace anterior ya no funciona.',
  revoke: 'Revocar',
  revokeOf: 'Revocar la invitación de {email}',
  revoked: 'La invitación está revocada. Su enlace ya no funciona.',
  page: {
    title: 'Vende con {company}',
    body: '{seller} invita a {email} a vender con {company}. Recibes un código propio y ganas una parte de la comisión de cada carga de quienes se registren con él.',
    until: 'Abierta hasta {at}.',
    accept: 'Aceptar la invitación',
    logsOut: 'Después se cierra tu sesión, porque un vendedor ve más. Entra de nuevo para empezar.',
    logIn: 'Entrar',
    register: 'Abrir una cuenta',
    first:
      'Entra para aceptar, o abre antes una cuenta con este correo. Luego abre otra vez el enlace del correo.',
    done: 'Ahora vendes con {seller}',
    doneBody: 'Tu código es {code}. Entra de nuevo para verlo con su enlace en Clientes.',
    over: {
      accepted: 'Esta invitación ya se aceptó',
      expired: 'Esta invitación venció',
      revoked: 'Esta invitación se revocó',
    },
    overBody: 'Pídele a {seller} que la envíe de nuevo, si todavía quieres vender con {company}.',
    missing: 'Este enlace no funciona',
    missingBody: 'Puede que haya un enlace más nuevo. Busca el último correo sobre esto.',
    home: 'A la página de inicio',
  },
}
