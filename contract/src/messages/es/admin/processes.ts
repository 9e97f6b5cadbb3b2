import type { messages as en } from '../../en/admin/processes.ts'
import type { Translation } from '../../translation.ts'

export const messages: Translation<typeof en> = {
  title: 'Procesos',
  lead: 'Lo que el producto hace por sí mismo, con su última ejecución y lo que espera.',
  failed: 'No pudimos cargar los procesos.',
  asOf: 'Datos de {at}',
  search: 'Buscar procesos',
  searchShort: 'Escribe tres letras o más.',
  clear: 'Borrar la búsqueda',
  filter: 'Estado',
  all: 'Todos',
  attention: 'Requieren atención',
  none: { title: 'Ningún proceso coincide', body: 'Elige otro estado o borra la búsqueda.' },
  well: 'Todos los procesos funcionan como deben.',
  state: {
    stopped: 'Detenido',
    failing: 'Con fallos',
    late: 'Atrasado',
    running: 'En ejecución',
    waiting: 'Espera su hora',
    idle: 'Nada que hacer',
  },
  advice: {
    stopped:
      'Algunos trabajos ya no tienen reintentos. Lee el último error, corrige la causa y luego reanúdalos.',
    missing: 'Falta un trabajo que se ejecuta a intervalos. Reinicia el servidor: lo crea de nuevo.',
    failing: 'Se reintenta solo. Si esto dura más de una hora, lee el último error.',
    late: 'Hay trabajo pendiente desde hace minutos. El servicio que usa puede estar lento, o hay demasiado trabajo.',
  },
  columns: {
    lastRun: 'Última ejecución',
    duration: 'Duración',
    next: 'Próxima ejecución',
    backlog: 'Pendientes',
    details: 'Detalles',
  },
  never: 'Todavía no',
  atEvent: 'Con su próximo evento',
  now: 'Ahora',
  noBacklog: 'Ninguno',
  waitingJobs: '{count} en espera',
  runningJobs: '{count} en ejecución',
  retryingJobs: '{count} con reintentos',
  deadJobs: '{count} detenidos',
  since: 'desde {at}',
  ok: 'Correcta',
  notOk: 'Falló',
  lessThanSecond: 'Menos de 1 s',
  seconds: '{count} s',
  minutes: '{count} min',
  details: 'Detalles de {process}',
  lastError: 'Último error',
  technical: 'Detalles técnicos',
  hiddenText: 'Solo los administradores que ven todas las empresas pueden leer el texto técnico.',
  jobNames: 'Trabajos en el registro',
  error: {
    silentService: 'Un servicio externo no respondió, o no se pudo contactar.',
    refusedByService: 'Un servicio externo rechazó la llamada.',
    locked: 'Otro trabajo cambiaba el mismo registro y la espera fue demasiado larga.',
    database: 'No se pudo contactar la base de datos, o rechazó el cambio.',
    unknownJob: 'Esta versión del producto no conoce el trabajo. Una actualización puede estar incompleta.',
    defect: 'Un error inesperado del producto. Envía los detalles técnicos a sus desarrolladores.',
  },
  run: {
    now: 'Ejecutar ahora',
    started: '{count, plural, one {# trabajo empieza} other {# trabajos empiezan}} ahora.',
    already: 'Ya se ejecuta, o empieza en un momento.',
  },
  resume: {
    one: 'Reanudar',
    all: 'Reanudar los {count}',
    title: '{count, plural, one {Reanudar # trabajo} other {Reanudar # trabajos}}',
    effects: {
      again: 'Cada uno se intenta de nuevo desde el paso en que falló.',
      once: 'Nada se paga, abona ni envía dos veces: cada efecto tiene una clave que se guarda antes de la llamada.',
      cause: 'Si la causa sigue ahí, falla de nuevo y vuelve a esta lista.',
    },
    send: 'Reanudar',
    cancel: 'Cancelar',
    done: '{count, plural, one {# trabajo se intenta} other {# trabajos se intentan}} de nuevo.',
    isResumed: 'Reanudado',
    wasNot: 'Ya no lo necesitaba',
  },
  job: {
    title: 'Trabajos que fallan',
    none: 'Ningún trabajo de este proceso falla.',
    first: 'Primer fallo',
    last: 'Último fallo',
    tries: 'Intentos',
    again: 'Próximo intento',
    open: 'Abrir {subject}',
    dead: 'Sin reintentos',
    retried: 'Se reintenta solo',
  },
  subject: {
    load: 'la carga',
    card: 'la tarjeta',
    user: 'la persona',
    settlement: 'la liquidación',
    withdrawal: 'el retiro',
    kyc_case: 'la verificación de identidad',
    approval: 'la solicitud',
  },
  names: {
    chainScan: {
      title: 'Pagos en la cadena',
      about: 'Lee los bloques nuevos y encuentra los pagos a nuestras direcciones.',
    },
    payments: {
      title: 'Pagos aceptados',
      about: 'Valora los pagos finales y termina las cotizaciones cuyo plazo pasó.',
    },
    releases: {
      title: 'Liberación de cargas',
      about:
        'Inicia el abono de las cargas que corresponden, primero las más antiguas, mientras el saldo libre las cubre.',
    },
    credits: {
      title: 'Abonos de cargas',
      about: 'Abona las cargas en el emisor y sigue cada una hasta conocer su resultado.',
    },
    reversals: {
      title: 'Reversiones de cargas',
      about: 'Retira de la tarjeta, en el emisor, el monto de una carga revertida.',
    },
    refunds: { title: 'Reembolsos', about: 'Ordena el pago de los reembolsos aprobados.' },
    payouts: {
      title: 'Pagos por la cadena',
      about: 'Firma, envía y sigue los reembolsos y los retiros.',
    },
    cardTransfers: {
      title: 'Transferencias a tarjetas',
      about: 'Abona tarjetas desde billeteras, una por una o en lotes.',
    },
    cardAdjustments: {
      title: 'Ajustes de tarjetas',
      about: 'Abona o debita tarjetas en el emisor después de un ajuste.',
    },
    guarantees: {
      title: 'Garantías de billeteras',
      about: 'Mueve lo que una empresa superior garantiza a una billetera en descubierto.',
    },
    deposits: {
      title: 'Maduración de depósitos',
      about: 'Hace disponibles los depósitos en la ejecución diaria.',
    },
    settlements: {
      title: 'Liquidaciones',
      about: 'Hace las liquidaciones de cada día a las 16:00 UTC y las paga.',
    },
    allowances: {
      title: 'Márgenes de saldo',
      about: 'Escribe los márgenes de saldo aprobados en las cuentas.',
    },
    cardCalls: {
      title: 'Tarjetas en el emisor',
      about: 'Crea, pausa, reactiva y cierra tarjetas en el emisor, y lee su estado.',
    },
    freezes: {
      title: 'Pausas de emergencia',
      about: 'Pausa las tarjetas de una persona que usó el enlace de un correo.',
    },
    issuerPoll: {
      title: 'Lectura de pagos con tarjeta',
      about: 'Lee del emisor los pagos de las tarjetas y encuentra los eventos perdidos.',
    },
    issuerFeed: {
      title: 'Registro de pagos con tarjeta',
      about: 'Registra los pagos de las tarjetas y muestra las cargas entre las transacciones.',
    },
    issuerWebhooks: { title: 'Eventos del emisor', about: 'Se suscribe a los eventos del emisor.' },
    identityChecks: {
      title: 'Verificaciones de identidad',
      about: 'Sigue las verificaciones en su proveedor hasta que hay una decisión.',
    },
    screening: {
      title: 'Revisión de personas',
      about: 'Compara a las personas con listas de sanciones.',
    },
    masterCheck: {
      title: 'Control de la cuenta maestra',
      about: 'Compara la cuenta maestra del emisor con el libro mayor, cada hora.',
    },
    cardCheck: {
      title: 'Control de saldos de tarjetas',
      about: 'Compara el saldo de cada tarjeta con el libro mayor.',
    },
    chainCheck: {
      title: 'Control de direcciones',
      about: 'Compara nuestras direcciones en la cadena con el libro mayor.',
    },
    dayCheck: {
      title: 'Control de días',
      about: 'Compara cada día de pagos con tarjeta con el emisor.',
    },
    ageingCheck: {
      title: 'Control de pagos antiguos',
      about: 'Encuentra pagos autorizados que nunca se compensaron.',
    },
    reconciliation: {
      title: 'Conciliación',
      about: 'Compara las transacciones del emisor con las nuestras, cada noche.',
    },
    floatReadings: {
      title: 'Lectura del saldo libre',
      about: 'Lee lo que está libre en la cuenta maestra, cada cinco minutos.',
    },
    walletReadings: {
      title: 'Lectura de nuestras billeteras',
      about: 'Lee los saldos de nuestras billeteras en la cadena, cada cinco minutos.',
    },
    ownTransfers: {
      title: 'Transferencias de la tesorería',
      about: 'Registra transferencias entre nuestras propias billeteras.',
    },
    gas: { title: 'Costos de red', about: 'Registra el gas de cada día.' },
    revaluation: {
      title: 'Revaluación',
      about: 'Valora las monedas del operador al final de cada día.',
    },
    ledgerBlocks: {
      title: 'Firma del libro mayor',
      about: 'Firma en bloques los asientos nuevos y las entradas de la auditoría.',
    },
    ledgerCheck: {
      title: 'Control del libro mayor',
      about: 'Recalcula todo el libro mayor cada día y suma sus totales.',
    },
    auditCheck: {
      title: 'Control de la auditoría',
      about: 'Compara la auditoría con sus bloques firmados.',
    },
    loadDays: { title: 'Cifras de cargas', about: 'Suma las cargas por día para los gráficos.' },
    notifications: {
      title: 'Notificaciones',
      about: 'Escribe notificaciones a personas y empresas después de un evento.',
    },
    mails: {
      title: 'Correos',
      about: 'Envía correos. Un servidor de correo que no responde los atrasa.',
    },
    securityLog: {
      title: 'Registro de seguridad',
      about: 'Anota los cambios de credenciales de cada persona y cierra sus sesiones.',
    },
    personChanges: {
      title: 'Cambios de personas',
      about: 'Termina permisos cuyo plazo pasó y completa cambios de empresa o de correo.',
    },
    approvals: { title: 'Solicitudes de dos personas', about: 'Termina solicitudes cuyo plazo pasó.' },
    banners: { title: 'Avisos', about: 'Muestra y oculta los avisos a sus horas.' },
    cleaning: { title: 'Limpieza', about: 'Elimina registros cuyo plazo pasó.' },
    demo: {
      title: 'Dinero de demostración',
      about: 'Financia el entorno de pruebas. No existe en producción.',
    },
  },
}
