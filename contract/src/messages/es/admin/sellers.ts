import type { Translation } from '../../translation.ts'
import type { messages as english } from '../../en/admin/sellers.ts'

export const messages: Translation<typeof english> = {
  fileName: 'vendedores',
  fields: {
    name: 'Vendedor',
    kind: 'Tipo de vendedor',
    companyName: 'Empresa',
    active: 'Activo',
    recruitedByName: 'Lo incorporó',
    codes: 'Códigos',
    sellersTwo: 'Vendedores dos',
    people: 'Personas',
    createdAt: 'Registro (UTC)',
  },
  values: { kind: { seller_one: 'Vendedor uno', seller_two: 'Vendedor dos' } },
}
