import type { messages as en } from '../en/seller-home.ts'
import type { Translation } from '../translation.ts'

/** La parte del inicio que solo tienen quienes ganan participaciones. */
export const messages: Translation<typeof en> = {
  title: 'Tus ventas',
  earner: 'Lo que ganas',
  failed: 'No pudimos cargar lo que ganas.',
  earned: 'Ganado, {month}',
  none: 'Todavía no ganaste nada. Comparte un código y cada carga te da una parte de su comisión.',
  available: 'Disponible',
  pending: '{amount} pendiente',
  withdraw: 'Retirar',
  earnings: 'Ganancias',
  clients: '{count, plural, one {1 cliente} other {# clientes}}',
  manyClients: 'Más de 10,000 clientes',
  codes: 'Tus códigos',
  uses: '{count, plural, one {Usado una vez} other {Usado # veces}}',
  noCode: 'No tienes un código activo. Tu empresa te da uno.',
  allCodes: 'Todos los códigos',
  invite: 'Invitar amigos',
}
