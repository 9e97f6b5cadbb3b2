import type { messages as en } from '../../en/admin/admins.ts'
import type { Translation } from '../../translation.ts'

export const messages: Translation<typeof en> = {
  title: 'Administradores',
  fileName: 'administradores',
  search: 'Nombre o correo',
  empty: {
    title: 'Aquí todavía no hay administradores',
    body: 'Invita al primero. Elige su propia contraseña con un enlace que llega por correo.',
  },
  fields: {
    person: 'Persona',
    name: 'Nombre',
    email: 'Correo',
    type: 'Clase',
    companyName: 'Empresa',
    companyId: 'Empresa',
    status: 'Estado',
    overrides: 'Permisos propios',
    lastActiveAt: 'Última actividad (UTC)',
    createdAt: 'Agregado (UTC)',
  },
  values: {
    type: {
      admin: 'Administrador',
      viewer: 'Solo lectura',
      depositor: 'Depositante',
      customised: 'Personalizado',
      authorised: 'Autorizado',
      company: 'Empresa',
      seller: 'Vendedor',
      provider: 'Proveedor',
    },
    status: { active: 'Activo', invited: 'Invitado', inactive: 'Desactivado' },
  },
  failed: 'No pudimos cargar a esta persona.',
  details: {
    sees: 'Ve',
    seesAll: 'Todas las empresas',
    seesSome: '{count, plural, =0 {Ninguna empresa} one {# empresa} other {# empresas}}',
    overrides: '{count, plural, =0 {Los de su rol} one {# diferente} other {# diferentes}}',
    never: 'Nunca',
    sessions: 'Sesiones abiertas',
    factors: 'Segundos pasos',
    noFactors: 'Ninguno todavía',
    passkey: 'Llave de acceso',
    required: 'Obligatoria',
    optional: 'Opcional',
  },
}
