import type { messages as en } from '../../en/admin/card-plans.ts'
import type { Translation } from '../../translation.ts'

export const messages: Translation<typeof en> = {
  title: 'Planes',
  search: 'Nombre o código',
  empty: {
    title: 'Todavía no hay planes',
    body: 'Un plan dice cuánto cuesta una tarjeta nueva o una reposición.',
  },
  fields: {
    name: 'Nombre',
    code: 'Código',
    kind: 'Para',
    price: 'Precio',
    typeCount: 'Tipos de tarjeta',
    archived: 'Archivado',
    createdAt: 'Creado (UTC)',
    state: 'Estado',
  },
  values: {
    kind: { issue: 'Tarjeta nueva', replacement: 'Reposición' },
    archived: { true: 'Sí', false: 'No' },
  },
  new: { title: 'Plan nuevo', submit: 'Crear el plan', created: '{name} está creado' },
  edit: 'Cambiar',
  about: 'Datos',
  open: 'Abrir el plan',
  all: 'Todos los planes',
  failed: 'No pudimos cargar este plan.',
  missing: 'Este plan no es tuyo o ya no existe.',
  noTypes: 'Ninguno',
  kindHint: 'No se puede cambiar después.',
  codeHint: 'Al menos 3 caracteres. Ningún otro plan lo tiene.',
  priceHint: 'En dólares de EE. UU. Cero: gratis.',
}
