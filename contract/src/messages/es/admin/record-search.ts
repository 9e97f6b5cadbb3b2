import type { messages as english } from '../../en/admin/record-search.ts'
import type { Translation } from '../../translation.ts'

export const messages: Translation<typeof english> = {
  hint: 'Un nombre, un correo, una empresa, una página',
  pagesHint: 'Una página o una acción',
  none: 'Sin resultados. Prueba con parte de un nombre o de un correo, o con una página.',
  pagesNone: 'Sin resultados. Prueba con el nombre de una página.',
  least: 'Los registros se buscan a partir de {count} caracteres.',
  reading: 'Buscando registros',
  failed: 'No pudimos buscar en: {lists}. Lo demás sigue funcionando.',
  found: '{count, plural, one {# resultado} other {# resultados}}',
  heading: '{list} · {count}',
  all: 'Ver los {count}',
}
