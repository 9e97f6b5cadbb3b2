import type { messages as en } from '../../en/admin/wallet-adjustments.ts'
import type { Translation } from '../../translation.ts'

export const messages: Translation<typeof en> = {
  title: 'Ajustes',
  fileName: 'ajustes-de-billeteras',
  empty: {
    title: 'Todavía no hay ajustes',
    body: 'Cada abono o cargo manual de una billetera aparece aquí.',
  },
  fields: {
    ref: 'Referencia',
    holderName: 'Titular',
    companyName: 'Empresa',
    wallet: 'Billetera',
    type: 'Tipo',
    amount: 'Monto',
    reason: 'Nota',
    requestedByName: 'Hecho por',
    approvedByName: 'Aprobado por',
    adjustedAt: 'Registrado (UTC)',
    ownerId: 'Billetera de',
  },
  values: {
    wallet: { regular: 'Regular', immediate: 'Inmediata' },
    type: { credit: 'Abono', debit: 'Cargo' },
  },
  form: {
    add: 'Ajustar una billetera',
    title: 'Ajustar una billetera',
    lead: 'Un abono agrega dinero a una billetera, un cargo lo quita. Ves la billetera y el registro antes de que se registre algo.',
    holder: 'Titular',
    wallet: 'Billetera',
    type: 'Tipo de ajuste',
    amount: 'Monto',
    amountHint: 'Un cargo toma lo que hay, nunca una línea de saldo.',
    amountWrong: 'Escribe un monto como 200 o 200.00.',
    review: 'Revisar',
    history: 'Ajustes hasta ahora',
  },
  review: {
    title: '{type, select, credit {Abonar {amount} a {name}} other {Cargar {amount} a {name}}}',
    lead: 'Revisa la billetera. Todavía no se registró nada.',
    wallet: 'Billetera',
    left: 'Hoy todavía se puede ajustar {amount} a este titular.',
    twoPeople:
      'Por encima del límite de la configuración: otra persona de administración lo aprueba antes de que se registre algo.',
    note: 'Nota',
    noteHint: 'Por qué, para el registro. La lee quien lo aprueba.',
    back: 'Volver',
    go: '{type, select, credit {Abonar {amount}} other {Cargar {amount}}}',
    request: 'Solicitar la aprobación',
    again: 'Mostrar los nuevos montos',
    lost: 'No sabemos si se registró, porque no llegó respuesta. Pulsa el botón otra vez: nunca se registra dos veces.',
    done: 'Registrado: {amount} para {name}',
    requested: 'Solicitado. Otra persona de administración lo encuentra en la bandeja.',
  },
}
