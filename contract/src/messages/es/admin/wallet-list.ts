import type { messages as en } from '../../en/admin/wallet-list.ts'
import type { Translation } from '../../translation.ts'

export const messages: Translation<typeof en> = {
  title: 'Billeteras',
  empty: {
    title: 'Todavía no hay billeteras',
    body: 'Una billetera se abre con la primera parte, depósito o transferencia de su dueño.',
  },
  search: 'Nombre de una empresa, o nombre o correo de una persona',
  fileName: 'billeteras',
  tabs: { company: 'Empresas', seller: 'Vendedores', cardholder: 'Titulares' },
  tierOf: 'N{tier}',
  show: 'Abrir billeteras',
  ownCompany: 'Billeteras de mi empresa',
  transfer: 'Transferir',
  adjust: 'Ajustar',
  all: 'Todas las billeteras',
  missing: 'Esta billetera no es tuya o ya no existe',
  failed: 'No pudimos cargar estas billeteras',
  utc: 'Horas en UTC',
  fields: {
    owner: 'Dueño',
    ownerName: 'Dueño',
    ownerKind: 'Tipo de dueño',
    companyName: 'Empresa',
    companyId: 'Empresa',
    tier: 'Nivel',
    wallet: 'Billetera',
    available: 'Disponible',
    pending: 'Pendiente',
    reserved: 'Reservado',
    openedAt: 'Abierta',
  },
  values: {
    ownerKind: { company: 'Empresa', seller: 'Vendedor', cardholder: 'Titular' },
    wallet: { regular: 'Normal', immediate: 'Inmediata' },
    tier: { 1: 'Nivel 1', 2: 'Nivel 2', 3: 'Nivel 3', 4: 'Nivel 4' },
  },
}
