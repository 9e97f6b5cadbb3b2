import type { messages as english } from '../../en/admin/record-search.ts'
import type { Translation } from '../../translation.ts'

export const messages: Translation<typeof english> = {
  hint: 'Un nombre, un correo, una empresa, los últimos dígitos de una tarjeta, una página',
  pagesHint: 'Una página o una acción',
  none: 'Sin resultados. Prueba con parte de un nombre o de un correo, los últimos cuatro dígitos de una tarjeta, el código de un pago o una página.',
  pagesNone: 'Sin resultados. Prueba con el nombre de una página.',
  least: 'Los registros se buscan a partir de {count} caracteres.',
  reading: 'Buscando registros',
  failed: 'No pudimos buscar en: {lists}. Lo demás sigue funcionando.',
  found: '{count, plural, one {# resultado} other {# resultados}}',
  heading: '{list} · {count}',
  all: 'Ver los {count}',
  actions: {
    company: 'Crear una empresa',
    admin: 'Invitar a un administrador',
    banner: 'Nuevo aviso',
    cardType: 'Nuevo tipo de tarjeta',
    plan: 'Nuevo plan',
    terms: 'Nueva versión de los términos',
  },
  keywords: {
    company: 'agregar nueva filial',
    admin: 'agregar nuevo personal invitación',
    banner: 'incidente mantenimiento advertencia',
    cardType: 'agregar crear catálogo',
    plan: 'agregar crear precio catálogo',
    terms: 'legal privacidad publicar',
  },
}
