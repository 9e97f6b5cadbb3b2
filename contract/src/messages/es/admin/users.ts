import type { messages as en } from '../../en/admin/users.ts'
import type { Translation } from '../../translation.ts'

export const messages: Translation<typeof en> = {
  title: 'Usuarios',
  fileName: 'usuarios',
  search: 'Nombre, correo o celular',
  empty: {
    title: 'Aquí todavía no hay usuarios',
    body: 'Aquí aparece cada persona que se registra en una de tus empresas.',
  },
  fields: {
    person: 'Persona',
    name: 'Nombre',
    email: 'Correo',
    kind: 'Clase',
    companyName: 'Empresa',
    companyId: 'Empresa',
    status: 'Estado',
    identity: 'Identidad',
    isTest: 'Correo de prueba',
    lastActiveAt: 'Última actividad (UTC)',
    createdAt: 'Registrado (UTC)',
  },
  values: {
    kind: { cardholder: 'Titular', seller_one: 'Vendedor uno', seller_two: 'Vendedor dos' },
    status: { active: 'Activo', unverified: 'Correo sin verificar', inactive: 'Desactivado' },
    identity: { verified: 'Verificada', not_verified: 'Sin verificar' },
  },
}
