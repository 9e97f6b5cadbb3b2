import type { Translation } from '../../translation.ts'
import type { messages as english } from '../../en/admin/referrers.ts'

export const messages: Translation<typeof english> = {
  fileName: 'referentes',
  fields: {
    name: 'Referente',
    companyName: 'Empresa',
    code: 'Código de referido',
    active: 'Activo',
    people: 'Personas',
    earned: 'Ganado con el código',
    createdAt: 'Registro (UTC)',
  },
  tree: {
    kinds: 'Árbol de',
    sellers: 'Vendedores',
    referrers: 'Referentes',
    label: 'Referentes y las personas que llegaron con sus códigos',
    search: 'Nombre o correo',
    failed: 'No pudimos cargar los referentes.',
    empty: 'Todavía no hay referentes',
    emptyBody:
      'Aquí aparecen las personas cuyo código de referido se usó, con quienes llegaron y lo que ganó el código.',
    none: 'Nadie coincide',
    noneBody: 'Prueba con otro nombre o con un correo.',
    facts: 'Código {code} · {people, plural, one {# persona} other {# personas}}',
    earned: '{amount} ganado',
    people: 'Todas las personas de {name}',
    referred: '{people, plural, one {Refirió a # persona} other {Refirió a # personas}}',
  },
}
