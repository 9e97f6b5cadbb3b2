import type { messages as en } from '../../en/admin/card-stock.ts'
import type { Translation } from '../../translation.ts'

/** Las existencias de tarjetas físicas sin nombre: su lista y la importación de un archivo. */
export const messages: Translation<typeof en> = {
  title: 'Existencias de tarjetas',
  fileName: 'existencias-de-tarjetas',
  search: 'Número de serie completo o cuatro últimas cifras',
  empty: {
    title: 'No hay tarjetas en existencias',
    body: 'Las tarjetas físicas que el emisor produjo sin nombre aparecen aquí después de importarlas.',
  },
  fields: {
    serial: 'Número de serie',
    type: 'Tipo de tarjeta',
    bin: 'BIN',
    lastDigits: 'Últimas cifras',
    expiry: 'Vencimiento',
    createdAt: 'Importada (UTC)',
  },
  import: {
    button: 'Importar tarjetas',
    lead: 'Un archivo tiene una tarjeta en cada línea. Se comprueba cada línea antes de importar nada.',
    type: 'Tipo de todas las tarjetas del archivo',
    noTypes: 'Todavía no hay un tipo de tarjetas físicas. Crea uno primero.',
    failed: 'No pudimos cargar los tipos de tarjeta.',
    check: 'Comprobar las líneas',
    go: '{count, plural, one {Importar # tarjeta} other {Importar # tarjetas}}',
    done: '{count, plural, one {# tarjeta está ahora en existencias} other {# tarjetas están ahora en existencias}}',
  },
  file: {
    title: 'Líneas',
    label: 'Líneas como texto',
    hint: 'Elige un archivo CSV, suéltalo aquí o pega sus líneas. Como máximo 1000. Valen comas, puntos y comas y tabuladores.',
    columns:
      'Columnas: {columns}. El BIN tiene de 6 a 8 cifras, el vencimiento es como 09/29 y el número de serie es el del paquete.',
    choose: 'Elegir un archivo',
    template: 'Obtener un archivo vacío',
    templateName: 'plantilla-existencias',
    tooLarge: 'Este archivo pesa más de 300 kB.',
    unreadable: 'Este archivo no es texto en UTF-8.',
    none: 'Aún no hay líneas.',
    tooMany: 'Hay {count, number} líneas. Se importan como máximo 1000 a la vez: divide el archivo.',
  },
  found: {
    title: 'Lo que encontró la comprobación',
    good: '{count, plural, one {# tarjeta se puede importar} other {# tarjetas se pueden importar}}',
    bad: '{count, plural, one {# línea tiene un problema.} other {# líneas tienen un problema.}}',
    badLead: 'Corrige las líneas de arriba y comprueba otra vez, o importa las demás sin ellas.',
    line: 'Línea {line, number}',
  },
  problems: {
    missing: 'Falta el BIN, las últimas cifras, el número de serie o el vencimiento.',
    bin: 'El BIN no tiene de 6 a 8 cifras.',
    digits: 'Las últimas cifras no son cuatro cifras.',
    serial: 'Un número de serie tiene de 4 a 30 letras, cifras o guiones.',
    expiry: 'El vencimiento no es como 09/29.',
    expiry_soon: 'El vencimiento debe ser como mínimo dentro de 1 mes.',
    duplicate: 'El mismo número de serie está también en la línea {line, number}.',
    known: 'Ya hay en existencias una tarjeta con este número de serie.',
  },
}
