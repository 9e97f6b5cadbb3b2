import type { messages as en } from '../en/split-rules.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof en> = {
  title: 'Cómo se reparte la participación',
  failed: 'No pudimos cargar cómo se reparte la participación',
  lead: 'Cada carga paga al nivel 4 una participación de su bruto: {regular} de una carga regular y {immediate} de una inmediata.',
  rule: {
    two: '<b>Código de un vendedor dos:</b> {two} de la participación, redondeado hacia abajo al centavo, para el vendedor dos, y el resto para su vendedor uno.',
    one: '<b>Código de un vendedor uno:</b> toda la participación es suya.',
    referral:
      '<b>Código de referido:</b> toda la participación para quien refiere, durante {months, plural, one {# mes} other {# meses}} desde el registro. Después pasa al nivel superior.',
    noReferral:
      '<b>Código de referido:</b> quien refiere no gana nada ahora. La participación pasa al nivel superior.',
    none: '<b>Sin código:</b> la participación es de la empresa de nivel 4; si no hay ninguna, se suma al nivel superior.',
    price: 'El precio para el titular de la tarjeta es el mismo en todos estos casos.',
    rounding:
      'La comisión se redondea al centavo más cercano, cada participación hacia abajo, y el operador recibe lo que queda: tarjeta, participaciones y operador suman el bruto.',
    frozen: 'Una carga conserva las reglas de su cotización: un cambio posterior nunca la toca.',
    due: 'La participación de una carga regular vence 48 horas hábiles después de que se aceptó, cuando la tarjeta está cargada.',
  },
  examples: 'Ejemplos de hoy',
  speed: { regular: 'Regular', immediate: 'Inmediata' },
  columns: { gross: 'Carga', share: 'Solo', sellerTwo: 'Vendedor dos', sellerOne: 'Su vendedor uno' },
}
