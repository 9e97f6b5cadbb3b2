import type { messages as en } from '../../en/admin/master-balance.ts'
import type { Translation } from '../../translation.ts'

export const messages: Translation<typeof en> = {
  title: 'Saldo de la cuenta maestra de Reap',
  lead: 'Lo que hay en la cuenta del operador en el emisor, y lo que las tarjetas necesitan de ella.',
  failed: 'No pudimos leer la cuenta maestra.',
  open: 'Abrir la cuenta',
  balance: 'Saldo',
  free: 'Saldo libre en el emisor',
  freeHint: 'En ninguna tarjeta ni llamada.',
  book: 'Saldo libre en el libro mayor',
  threshold: 'Alarma por debajo de',
  noThreshold: 'No hay alarma',
  change: 'Cambiar la alarma',
  synced: 'Última lectura: {at}',
  age: '{count, plural, =0 {hace menos de un minuto} one {hace # minuto} other {hace # minutos}}',
  neverSynced: 'Todavía no se leyó el emisor. El producto lo lee cada cinco minutos.',
  alarm: 'El saldo libre es menor que {amount}',
  alarmBody: 'Añade fondos a la cuenta o cambia la alarma en los ajustes de la pasarela.',
  fund: 'Envía {amount} antes de {by}',
  fundBody:
    'Desde entonces el saldo libre no cubre todas las cargas y transferencias a tarjetas. Esperan hasta que llegue la transferencia.',
  enough: 'El saldo libre cubre todo lo que corresponde en las próximas 72 horas hábiles.',
  wire: 'Registrar una transferencia al emisor',
  trend: {
    title: 'Últimos {days} días',
    label: 'Saldo libre por día, de {from} a {to}: al menos {least}, como mucho {most}.',
    none: 'La tendencia empieza con la primera lectura.',
    one: 'Por ahora se leyó un día, con {amount} libres. La línea empieza con el segundo día.',
    table: 'Ver como tabla',
    day: 'Día (UTC)',
    line: 'Alarma: {amount}',
  },
  releases: {
    title: 'Por abonar en las próximas 72 horas hábiles',
    total: 'En total',
    period: 'Horas hábiles (UTC)',
    due: 'Por abonar',
    after: 'Saldo libre después',
    label: 'Por abonar cada ocho horas hábiles; lo más es {most}.',
    none: 'No hay nada por abonar.',
  },
}
