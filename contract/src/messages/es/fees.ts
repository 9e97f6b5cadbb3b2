import type { messages as en } from '../en/fees.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof en> = {
  title: 'Comisiones',
  since: 'Vigentes desde el {day}',
  operator: 'Operado por {operator}',
  lead: 'Cargar tu tarjeta tiene una sola comisión. La ves con el resultado exacto antes de enviar nada.',
  speed: { regular: 'Regular', immediate: 'Inmediata' },
  ofLoad: 'de lo que cargas',
  when: {
    regular:
      'De 24 a 72 horas hábiles desde que tu pago es definitivo. Fines de semana y feriados no cuentan.',
    immediate:
      'En menos de un minuto desde que tu pago es definitivo, mientras alcance nuestra reserva en el emisor.',
  },
  today: 'Si pagas ahora: a más tardar el {latest}, normalmente {usual}.',
  result: 'Con una carga de {gross} recibes',
  less: '{gross} menos {fee}',
  examples: { load: 'Cargas', fee: 'Comisión', card: 'En tu tarjeta' },
  next: 'Estos precios cambian el {day}',
  nextPrices: 'Regular {regular}, inmediata {immediate}. Una cotización que ya tienes conserva su comisión.',
  limits: 'Límites',
  smallest: 'Carga mínima',
  firstPlastic: 'Primera carga, tarjeta física',
  firstPlasticFrom: 'desde {amount}',
  largest: 'Carga máxima',
  daily: 'Todas las cargas de un día',
  immediateDaily: 'Cargas inmediatas',
  immediateDailyOf: 'por tarjeta y día hábil',
  rates: 'Tipo de cambio',
  ratesText: 'El valor de tu moneda viene del mercado. Una cotización lo fija por 30 minutos.',
  spread: { none: 'precio de mercado', some: 'mercado menos {percent}' },
  otherCoins: 'Otras monedas',
  use: {
    title: 'Usar tu tarjeta',
    dollars: 'Pagos en dólares',
    foreign: 'Comisión por moneda extranjera',
    foreignOf: 'si no es en dólares',
    foreignPercent: '{percent} del monto',
    atm: 'Comisión de cajero',
    atmEach: '{amount} por retiro',
    free: 'Gratis',
    charged:
      'Estas comisiones las cobra el emisor de la tarjeta. En tu actividad, cada una es parte de su pago y se ve en su propia línea. El dueño del cajero puede sumar una comisión y te la muestra antes.',
  },
  otherCosts: 'Otros costos',
  network:
    'Tu billetera o tu exchange cobra una comisión de red por enviar. No la cobramos nosotros y no podemos saberla de antemano.',
  free: 'Tu tarjeta virtual, pausarla, los estados de cuenta y los pagos rechazados no cuestan nada.',
  failed: 'No pudimos cargar las comisiones',
}
