import type { messages as en } from '../../en/admin/settlements.ts'
import type { Translation } from '../../translation.ts'

export const messages: Translation<typeof en> = {
  title: 'Liquidaciones',
  fileName: 'liquidaciones',
  search: 'Nombre o correo del beneficiario',
  empty: {
    title: 'Todavía no hay liquidaciones',
    body: 'El proceso diario liquida las participaciones 48 horas hábiles después de su carga, en días hábiles a las 16:00 UTC.',
  },
  fields: {
    ref: 'Referencia',
    status: 'Estado',
    ownerName: 'Beneficiario',
    ownerKind: 'Clase',
    companyName: 'Empresa',
    tier: 'Nivel',
    wallet: 'Billetera',
    periodEnd: 'Período hasta (UTC)',
    shares: 'Participaciones',
    matured: 'Participaciones liquidadas',
    manual: 'A mano',
    recovered: 'Recuperado de lo adeudado',
    allowance: 'Recuperado de la línea de saldo',
    paid: 'Pagado',
    isAutomatic: 'Por el proceso diario',
    waitsFor: 'Espera por',
    paidAt: 'Pagado el (UTC)',
    ownerId: 'Billeteras de',
  },
  values: {
    status: { draft: 'Borrador', approved: 'Aprobada', paid: 'Pagada', void: 'Anulada' },
    wallet: { regular: 'Regular', immediate: 'Inmediata' },
    ownerKind: { company: 'Empresa', person: 'Persona' },
    tier: { '1': 'Nivel 1', '2': 'Nivel 2', '3': 'Nivel 3', '4': 'Nivel 4' },
    waitsFor: { limit: 'Supera el límite', break: 'Diferencia abierta' },
  },
}
