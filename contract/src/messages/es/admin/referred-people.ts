import type { Translation } from '../../translation.ts'
import type { messages as english } from '../../en/admin/referred-people.ts'

export const messages: Translation<typeof english> = {
  title: 'Referidos',
  fileName: 'referidos',
  search: 'Nombre o correo',
  empty: {
    title: 'Todavía nadie llegó con un código',
    body: 'Quien se registra con un código de vendedor o de referido aparece aquí, con quien gana con sus cargas.',
  },
  fields: {
    name: 'Persona',
    companyName: 'Empresa',
    companyId: 'Empresa',
    by: 'Llegó por',
    referredByName: 'Gana con ella',
    referredById: 'Gana con ella',
    code: 'Código de vendedor',
    codeId: 'Código de vendedor',
    earned: 'Ganado con ella',
    earnsUntil: 'Gana hasta (UTC)',
    referrals: 'Personas que refirió',
    createdAt: 'Registro (UTC)',
  },
  values: { by: { seller_one: 'Vendedor uno', seller_two: 'Vendedor dos', referrer: 'Referente' } },
}
