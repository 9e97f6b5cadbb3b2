import type { messages as en } from '../en/earnings.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof en> = {
  title: 'Ganancias',
  fields: {
    state: 'Estado',
    codeId: 'Código',
    personId: 'Persona',
    acceptedAt: 'Fecha',
    amount: 'Monto',
  },
  values: {
    state: { pending: 'Pendiente', due: 'En el próximo pago', settled: 'Pagada', undone: 'Devuelta' },
  },
  overview: {
    title: 'Ganado hasta ahora',
    pending: 'Pendiente',
    due: 'En el próximo pago',
    settled: 'Pagado a tu billetera',
    lead: 'Tus partes de las comisiones que tus personas pagan por sus cargas.',
    wallet: 'Abrir tu billetera',
  },
  byCode: 'Por código',
  byMonth: 'Por mes',
  referral: 'Tu código de referido',
  otherCode: 'Un código de otro vendedor',
  loads: '{count, plural, one {# carga} other {# cargas}}',
  split: '{pending} pendiente · {due} en el próximo pago · {settled} pagado',
  shares: 'Cada parte',
  sharesOf: 'Partes de {name}',
  all: 'Ver todas las partes',
  none: 'Ninguna parte coincide.',
  failed: 'No pudimos cargar tus ganancias.',
  loadOf: 'Carga de {name}',
  someone: 'Carga de alguien',
  on: '{at} · {code}',
  due: 'Vence {at}',
  waits: 'Espera a que se cargue la tarjeta',
  returned: '{amount} devueltos',
  empty: {
    title: 'Todavía no ganaste nada',
    seller: 'Cuando alguien se registra con tu código y carga su tarjeta, tu parte aparece aquí.',
    referrer: 'Cuando una persona se registra con tu enlace y carga su tarjeta, tu parte aparece aquí.',
    codes: 'Comparte tu código',
    invite: 'Comparte tu enlace',
  },
  filter: { label: 'Ver', all: 'Todas' },
}
