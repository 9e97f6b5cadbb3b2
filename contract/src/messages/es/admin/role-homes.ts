import type { messages as en } from '../../en/admin/role-homes.ts'
import type { Translation } from '../../translation.ts'

/** Partes del inicio para los administradores de una empresa y para quienes ingresan depósitos. */
export const messages: Translation<typeof en> = {
  failed: 'No pudimos cargar esta parte.',
  next: {
    title: 'Qué hacer ahora',
    people: {
      title: 'Invita a tus primeras personas',
      body: 'Crea un código de vendedor o comparte {origin}.',
    },
    brand: { title: 'Elige tu color y tu logo', body: 'Tu gente los ve en cada página y en los correos.' },
    fees: { title: 'Define tus comisiones', body: 'Hasta entonces cuentan las de la empresa de arriba.' },
  },
  money: {
    title: 'Dinero de {name}',
    regular: 'Regular',
    immediate: 'Inmediata',
    pending: 'Pendiente, por día',
    undated: 'Día todavía desconocido',
    parts: '{count, plural, one {1 movimiento} other {# movimientos}}',
    none: 'No hay nada pendiente',
    more: '{count, plural, one {1 día más} other {# días más}}',
    owed: '{amount} se descuentan de las próximas liquidaciones',
    wallets: 'Abrir las billeteras',
  },
  earned: {
    title: 'Ganado en {month}',
    before: '{amount} en {month}',
    of: 'De {count, plural, one {1 carga o depósito} other {# cargas y depósitos}}; solo tu propia participación',
    pending: 'Aún no vence',
    due: 'Por pagar en la próxima',
    stopped: 'Detenido por una diferencia abierta',
    settled: 'Pagado',
    owed: 'Por recuperar de las próximas liquidaciones',
    all: 'Liquidaciones',
  },
  people: {
    title: 'Personas y tarjetas',
    people: 'Personas',
    cards: 'Tarjetas',
    below: 'Empresas debajo',
    tiers: 'Niveles',
  },
  loads: {
    title: 'Cargas recientes',
    all: 'Todas las cargas',
    none: { title: 'Todavía no hay cargas', body: 'Las cargas de tus titulares aparecen aquí.' },
  },
  deposits: {
    enter: 'Ingresar un depósito',
    open: 'Transferencias que no están en un extracto',
    openAll: 'Todas',
    openNone: {
      title: 'Todas están en un extracto',
      body: 'Una transferencia que ingresas espera aquí hasta que se encuentra.',
    },
    last: 'Últimos depósitos',
    lastAll: 'Todos los depósitos',
    lastNone: { title: 'Todavía no hay depósitos', body: 'Los depósitos que ingresas aparecen aquí.' },
    inbox: 'Tus depósitos que esperan a otra persona',
    inboxAll: 'Bandeja',
    inboxNone: {
      title: 'Nada espera',
      body: 'Un depósito sobre el límite espera aquí a una segunda persona.',
    },
    until: 'Hasta {at}',
    asked: 'Solicitado {at}',
  },
}
