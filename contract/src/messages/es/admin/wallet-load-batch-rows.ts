/** Las líneas de un archivo de transferencias con sus resultados. */
export const messages = {
  title: 'Resultados',
  fileName: 'resultados-transferencias',
  fields: {
    line: 'Línea',
    cardId: 'Id de la tarjeta',
    lastDigits: 'Últimas cifras',
    holderName: 'Titular',
    total: 'Total',
    fee: 'Comisión',
    note: 'Nota',
    result: 'Resultado',
    transferStatus: 'Transferencia',
    refusal: 'Rechazada porque',
    transferRef: 'Id de la transacción',
    endedAt: 'Resultado (UTC)',
  },
  values: {
    result: { waiting: 'En espera', made: 'Transferida', refused: 'Rechazada', stopped: 'Detenida' },
    transferStatus: {
      pending: 'En camino',
      completed: 'En la tarjeta',
      cancelled: 'De vuelta en la billetera',
      reversed: 'Devuelta',
    },
  },
} as const
