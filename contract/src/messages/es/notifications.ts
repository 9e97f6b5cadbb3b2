import type { messages as en } from '../en/notifications.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof en> = {
  title: 'Notificaciones',
  unreadCount: '{count, plural, =0 {Todas leídas} one {# sin leer} other {# sin leer}}',
  unread: 'Sin leer',
  markAll: 'Marcar todas como leídas',
  settings: 'Ajustes de notificaciones',
  failed: 'No pudimos cargar tus notificaciones.',
  emptyTitle: 'Aún no tienes notificaciones',
  emptyBody:
    'Aquí verás tus pagos, tus cargas y las novedades de tu tarjeta y de tu verificación de identidad.',
  unnamedShop: 'un comercio',
  kind: {
    email_verified: {
      title: 'Correo confirmado',
      text: 'Lo que sigue: verifica tu identidad. Toma unos 3 minutos.',
    },
    kyc_verified: { title: 'Tu identidad está verificada', text: 'Tu verificación de identidad terminó.' },
    kyc_declined: { title: 'No pudimos verificar tu identidad', text: 'Mira por qué y qué puedes hacer.' },
    kyc_resubmit: { title: 'Necesitamos una foto nueva', text: 'Lo demás está bien y se conserva.' },
    kyc_review: {
      title: 'Nuestro equipo está revisando tu verificación',
      text: 'No tienes que hacer nada.',
    },
    card_ready: { title: 'Tu tarjeta está lista', text: 'Cárgala para empezar a pagar.' },
    card_paused: {
      title:
        '{reason, select, issuer {Tu tarjeta está bloqueada} fraud {Tu tarjeta está bloqueada} other {Tu tarjeta está en pausa}}',
      text: '{reason, select, issuer {La bloqueó el emisor. Abre la tarjeta para ver qué puedes hacer.} fraud {La bloqueó el emisor para proteger tu dinero. Abre la tarjeta para ver qué puedes hacer.} admin {La pausó nuestro equipo. Escribe a soporte para reanudarla.} self {Se pausó con un enlace enviado a tu correo. Puedes reanudarla cuando quieras.} other {Abre la tarjeta para ver por qué y qué puedes hacer.}}',
    },
    card_resumed: { title: 'Tu tarjeta está activa de nuevo', text: 'Ya puedes pagar con ella.' },
    load_detected: { title: 'Recibimos tu pago', text: 'Esperamos que la red lo confirme. {ref}' },
    load_underpaid: {
      title: 'Tu pago está incompleto',
      text: 'Falta una parte del monto. Envía el resto antes de que se acabe el tiempo. {ref}',
    },
    load_accepted: {
      title: '{net} en camino a tu tarjeta',
      text: 'Tu pago está confirmado. El dinero estará en tu tarjeta a más tardar el {by}.',
    },
    load_waits: {
      title: 'Tu carga está tardando más',
      text: 'Estamos añadiendo fondos en el emisor. No tienes que hacer nada. {ref}',
    },
    wallet_loaded: { title: '{net} en tu tarjeta', text: 'De {sender}. Ya puedes gastarlos.' },
    load_credited: { title: '{net} en tu tarjeta', text: 'Ya puedes gastarlos.' },
    load_expired: {
      title: 'Tu carga venció',
      text: 'No llegó ningún pago a tiempo. No se te cobró nada. {ref}',
    },
    load_review: {
      title: 'Tu carga necesita tu decisión',
      text: 'No está en tu tarjeta. Tu dinero está a salvo: elige qué hacer con él. {ref}',
    },
    address_added: {
      title: 'Nueva dirección para retiros: {label}',
      text: 'Se puede usar desde el {by}. Si no fuiste tú, escribe a soporte de inmediato.',
    },
    withdrawal_requested: {
      title: 'Retiro de {amount} pedido',
      text: 'Un administrador lo revisa. Si no fuiste tú, cancélalo ahora. {ref}',
    },
    withdrawal_completed: {
      title: 'Retiro de {amount} pagado',
      text: 'Se pagaron {net} en {coin} y el pago es definitivo. {ref}',
    },
    withdrawal_rejected: {
      title: 'Retiro de {amount} rechazado',
      text: 'El dinero está otra vez en la billetera. Ábrelo para ver por qué. {ref}',
    },
    load_failed: {
      title: 'No se pudo completar tu carga',
      text: 'El emisor la rechazó. Tu dinero está a salvo y nuestro equipo lo está revisando. {ref}',
    },
    load_refunded: { title: '{coins} reembolsados', text: 'Están en la dirección que nos diste. {ref}' },
    load_refund_failed: {
      title: 'No se pudo enviar tu reembolso',
      text: 'No salió nada y tu dinero está a salvo. Vuelve a elegir qué hacer con él. {ref}',
    },
    purchase: {
      title: '{amount} en {merchant}',
      text: 'Pendiente hasta que el comercio confirme el monto final.',
    },
    purchase_changed: {
      title: '{amount} en {merchant}',
      text: 'Pendiente. El monto cambió: antes {before}.',
    },
    purchase_released: {
      title: '{amount} en {merchant}: liberado',
      text: 'El comercio no cobró. El dinero está disponible otra vez en tu tarjeta.',
    },
    purchase_settled: { title: '{amount} en {merchant}', text: 'Completado.' },
    purchase_adjusted: {
      title: '{amount} en {merchant}',
      text: 'Completado. Antes había {before} pendientes.',
    },
    purchase_declined: {
      title: 'Rechazado: {amount} en {merchant}',
      text: 'Ábrelo para ver qué puedes hacer.',
    },
    refund: { title: 'Reembolso de {merchant}: {amount}', text: 'El dinero está en tu tarjeta.' },
    approval_decided: {
      title:
        '{status, select, approved {Aprobada: {request}} rejected {Rechazada: {request}} failed {No se pudo hacer: {request}} other {Vencida: {request}}}',
      text: '{status, select, approved {{name} aprobó lo que solicitaste.} rejected {{name} lo rechazó: {reason}} failed {{name} lo aprobó, pero no se pudo hacer. {reason}} other {Nadie lo decidió a tiempo. Solicítalo de nuevo si aún lo necesitas.}}',
    },
    mention: {
      title: '{name} te mencionó en una nota',
      text: '{entity, select, user {Sobre un usuario.} company {Sobre una empresa.} admin {Sobre un administrador.} card {Sobre una tarjeta.} load {Sobre una carga.} kyc_case {Sobre una verificación de identidad.} card_type {Sobre un tipo de tarjeta.} plan {Sobre un plan.} other {Ábrela para leerla.}}',
    },
    fees_ended: {
      title: 'Terminan tus comisiones para {to}',
      text: 'Desde {by}, las comisiones superiores dejan menos. Defínelas de nuevo.',
    },
    deposit_credited: { title: '{net} para {to}', text: 'Tu depósito {ref} se acreditó en la billetera.' },
    deposit_review: {
      title: 'El depósito {ref} no llegó como se cotizó',
      text: 'Dos administradores deciden si {to} lo recibe o si se reembolsa.',
    },
    deposit_address_needed: {
      title: 'El depósito {ref} necesita una dirección',
      text: 'Sus monedas vuelven a {to}. Escribe la dirección que las recibe.',
    },
    deposit_address_entered: {
      title: 'Dirección escrita para el depósito {ref}',
      text: '{sender} escribió {address}. Retírala si no es una dirección de {to}.',
    },
    settlement_paid: {
      title:
        '{status, select, recovered {La liquidación {ref} no pagó nada} deducted {{net} descontados en la liquidación {ref}} other {{net} en tu billetera}}',
      text: '{status, select, recovered {Todo, {net}, fue a lo que hay que recuperar o a tu billetera inmediata.} deducted {Se toma de tus próximas liquidaciones. Motivo: {reason}} other {Se pagó tu liquidación {ref}.}}',
    },
    transfer_sent: {
      title: '{net} transferidos desde tu billetera',
      text: 'Un administrador los transfirió a {receiver}. {ref}',
    },
    wallet_adjusted: {
      title:
        '{status, select, debit {{net} retirados de tu billetera} other {{net} agregados a tu billetera}}',
      text: 'Nuestro equipo ajustó tu billetera. Ábrelo para leer la nota. {ref}',
    },
    transfer_received: {
      title: '{net} de {sender}',
      text: 'El dinero está en tu billetera y ya puedes usarlo. {ref}',
    },
    company_deposit: {
      title:
        '{status, select, review {El depósito {ref} no es como se cotizó} reversed {El depósito {ref} se revirtió} other {{net} para {to}}}',
      text: '{status, select, review {Ábrelo para ver qué puede elegir {to}. Dos administradores lo aprueban.} reversed {{net} salieron de la billetera de {to}. Lo que no tenía se debe.} dated {El depósito {ref} está confirmado. Está disponible desde el {by}.} pending {El depósito {ref} está confirmado. Está disponible desde su día de liberación.} other {El depósito {ref} está disponible en la billetera.}}',
    },
    company_transfer: {
      title: '{net} de {sender}',
      text: 'La transferencia {ref} está en la billetera de {to}.',
    },
    company_transfer_sent: {
      title: '{net} transferidos desde {to}',
      text: 'La transferencia {ref} a {receiver} la hizo un administrador que no es de {to}.',
    },
    company_transfer_cancelled: {
      title: '{net} de vuelta en la billetera de {to}',
      text: 'La transferencia {ref} a {receiver} se canceló. {reason, select, cancelled {La canceló un administrador que no es de {to}.} absent {El emisor no abonó la tarjeta.} card_not_loadable {La tarjeta estaba bloqueada, deshabilitada o cerrada.} card_invalid {La tarjeta no estaba activa.} over_emergency {Era más de lo que la tarjeta puede recibir de inmediato en un día.} other {El emisor de la tarjeta la rechazó.}}',
    },
    company_adjustment: {
      title: '{status, select, debit {{net} retirados de {to}} other {{net} para {to}}}',
      text: 'El operador ajustó una billetera de la empresa. El ajuste muestra la nota.',
    },
    company_settlement: {
      title:
        '{status, select, recovered {La liquidación {ref} no pagó nada} deducted {{net} descontados a {to} en la liquidación {ref}} other {{net} liquidados para {to}}}',
      text: '{status, select, recovered {Todo, {net}, fue a lo que {to} debía o a su billetera inmediata.} deducted {Se toma de las próximas liquidaciones de {to}. Motivo: {reason}} other {La liquidación {ref} se pagó en la billetera.}}',
    },
    company_withdrawal: {
      title:
        '{status, select, approved {Retiro {ref} aprobado} rejected {Retiro {ref} rechazado} other {{net} retirados}}',
      text: '{status, select, approved {{net} de {to} se pagan a continuación.} rejected {El dinero está de nuevo en la billetera de {to}.} other {El retiro {ref} de {to} es definitivo.}}',
    },
    company_address: {
      title: 'Nueva dirección para retiros de {to}: {label}',
      text: 'La agregó {sender}. Se puede usar desde el {by}. Elimínala si {to} no la conoce.',
    },
    company_allowance: {
      title: 'El garante de {to} pagó {net}',
      text: '{sender} pagó {net} que la billetera inmediata tenía en negativo. Lo estuvo demasiado tiempo, o el margen terminó.',
    },
    company_guarantee: {
      title: '{net} pagados por {receiver}',
      text: '{to} es su garante, y pagó lo que su billetera inmediata tenía en negativo. Lo que la billetera regular de {to} no tenía se debe.',
    },
    company_fees: {
      title: 'Las comisiones de {to} cambian desde el {by}',
      text: '{regular, select, none {} other {Regular: {regular}. }}{immediate, select, none {} other {Inmediata: {immediate}. }}{transfer, select, none {} other {Transferencias: {transfer}. }}Entre paréntesis: las tasas desde tu nivel hacia abajo. {status, select, operator {Las fijó el operador.} parent {Las fijó {sender}.} other {Las fijó una empresa superior.}}',
    },
    company_limits: {
      title:
        '{entity, select, payin {Nuevos límites para {to}} emergency {Nueva carga de emergencia máxima para {to}} other {Nuevo margen de saldo para {to}}}',
      text: '{entity, select, payin {{category, select, transfer {Transferencia} adjustment {Ajuste} virtual_load {Carga de tarjeta} plastic_first_load {Primera carga de una tarjeta de plástico} regular_topup {Depósito regular} immediate_topup {Depósito inmediato} withdrawal {Retiro} other {Ingreso}}: {change} (mínimo / máximo / por día).} other {{change}.}} {status, select, operator {Lo fijó el operador.} parent {Lo fijó {sender}.} refused {No se fijó, porque la billetera usa más.} other {Lo fijó una empresa superior.}}',
    },
    seller_joined: {
      title: '{name} ahora es tu vendedor dos',
      text: 'Aceptó tu invitación y tiene un código propio.',
    },
    company_changed: {
      title: 'Tu cuenta ahora está con {to}',
      text: 'Antes estaba con {from}. Tu dinero, tus tarjetas y tu historial siguen igual.',
    },
    other: { title: 'Hay novedades en tu cuenta', text: 'Mira los detalles en tu actividad.' },
  },
  notEnough: 'No había dinero suficiente en la tarjeta.',
  channels: {
    title: 'Notificaciones',
    lead: 'Elige qué quieres saber y dónde.',
    topic: 'Tema',
    inApp: 'En la app',
    email: 'Por correo',
    switch: '{topic}: {channel}',
    topics: {
      payments: { title: 'Pagos con tarjeta', hint: 'Cada pago, una vez' },
      declines: { title: 'Pagos rechazados', hint: 'Con el motivo' },
      refunds: { title: 'Reembolsos', hint: 'Cuando el dinero vuelve a tu tarjeta' },
      loads: { title: 'Cargas', hint: 'Recibida, en camino, en tu tarjeta' },
      load_problems: { title: 'Cargas que requieren tu atención', hint: 'Pagos incompletos o distintos' },
      card: { title: 'Tu tarjeta', hint: 'Lista, en pausa o bloqueada' },
      identity: { title: 'Verificación de identidad', hint: 'El resultado y lo que falta' },
      account: { title: 'Tu cuenta', hint: 'Cuando pasa a otra empresa' },
      requests: { title: 'Tus solicitudes', hint: 'Si se aprobaron, y tus depósitos con cripto' },
      mentions: { title: 'Menciones', hint: 'Cuando un colega te nombra en una nota' },
      withdrawals: { title: 'Retiros', hint: 'Pedidos, pagados o rechazados, y direcciones nuevas' },
      wallet: { title: 'Tu billetera', hint: 'Liquidaciones, transferencias y ajustes' },
      company_money: {
        title: 'Dinero de la empresa',
        hint: 'Depósitos, transferencias, liquidaciones, retiros y el margen, y cambios de comisiones y límites',
      },
    },
    security: {
      title: 'Seguridad de la cuenta',
      hint: 'Estos correos protegen tu cuenta, por eso no se pueden desactivar.',
    },
    always: 'Siempre activo',
    never: 'No se usa',
    failed: 'No pudimos cargar tus ajustes de notificaciones.',
    notSaved: 'No pudimos guardarlo. Vuelve a intentarlo.',
  },
}
