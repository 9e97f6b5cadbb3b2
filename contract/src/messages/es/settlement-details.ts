import type { messages as en } from '../en/settlement-details.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof en> = {
  list: 'Liquidaciones',
  title: 'Liquidación {ref}',
  empty: 'Todavía no hay liquidaciones',
  emptyHelp:
    'Tus participaciones se liquidan 48 horas hábiles después de su carga, en días hábiles a las 16:00 UTC.',
  failed: 'No pudimos cargar esta liquidación',
  failedList: 'No pudimos cargar las liquidaciones',
  missing: 'Esta liquidación no existe, o no puedes verla',
  all: 'Todas las liquidaciones',
  status: { draft: 'Borrador', approved: 'Aprobada', paid: 'Pagada', void: 'Anulada' },
  wallet: { regular: 'Billetera regular', immediate: 'Billetera inmediata' },
  upTo: 'Participaciones vencidas hasta {at} UTC',
  note: {
    draft: 'Espera a una persona. Esto es lo que pagaría ahora; sus participaciones siguen pendientes.',
    limit:
      'Supera el límite del proceso diario, así que la aprueba una persona. Sus participaciones siguen pendientes.',
    break:
      'Una participación vencida tiene una diferencia abierta, así que la aprueba una persona. Sus participaciones siguen pendientes.',
    approved: 'La paga el próximo proceso diario, o antes una persona. Esto es lo que pagaría ahora.',
    void: 'Está anulada. Sus participaciones vuelven a estar vencidas, para la próxima liquidación.',
  },
  stopped:
    '{count, plural, one {# participación vencida espera} other {# participaciones vencidas esperan}} el fin de una diferencia abierta.',
  flow: {
    title: 'Adónde va el dinero',
    step: 'Paso',
    amount: 'Monto',
    total: 'Total hasta aquí',
    matured: 'Participaciones',
    added: 'Agregado a mano',
    deducted: 'Descontado a mano',
    reversed: 'Participaciones revertidas después de pagarse',
    owed: 'Otro dinero adeudado',
    carried: 'Se arrastra: sigue adeudado',
    allowance: 'Cubre la billetera inmediata',
    paid: 'Pagado a la billetera',
  },
  balances: 'La billetera',
  available: 'Disponible',
  pending: 'Pendiente',
  owed: 'Por recuperar',
  steps: {
    title: 'Quién hizo qué',
    drawnUp: 'Preparada',
    approved: 'Aprobada',
    payment: 'Pagada',
    voided: 'Anulada',
    run: 'Proceso diario',
  },
  lines: 'Otras líneas',
  line: {
    manual: 'A mano',
    reversal: 'Participación revertida',
    owed: 'Recuperado',
    carried: 'Se arrastra',
    allowance: 'Línea de saldo recuperada',
  },
  shares: 'Participaciones',
  noShares: 'Sin participaciones',
  share: {
    load: 'Carga {ref}',
    topup: 'Depósito',
    accepted: 'Aceptada {at}',
    reversed: '{amount} revertido desde entonces',
    payment: 'Pago en {network}',
    credit: 'Abonada por el emisor, {id}',
  },
}
