import type { Desk } from './desk.ts'
import { listStock } from './stock.ts'

/** Card designs of the programme; the first is the default. */
export const designs = [
  { id: '6f2b6d0e-5a0f-4c53-9a53-3a1b0a4d0001', name: 'Green', default: true },
  { id: '6f2b6d0e-5a0f-4c53-9a53-3a1b0a4d0002', name: 'Black', default: false },
] as const

export const defaultDesign: string = designs[0].id

export const isDesign = (id: string): boolean => designs.some((each) => each.id === id)

/** `GET /card-design/`. */
export const designsJson = (desk: Desk) => {
  const all = listStock(desk)
  const cardDesigns = designs.map(({ id, name, default: isDefault }) => {
    const own = all.filter((row) => row.card_design === id)
    const left = own.filter((row) => row.card_id === null).length
    return {
      id,
      name,
      stock: left > 0,
      inventories: [
        { id: `${id}-1`, openingStock: own.length, closingStock: left, updatedAt: desk.now().toISOString() },
      ],
      default: isDefault,
      embossNameSupported: true,
    }
  })
  const count = cardDesigns.length
  return {
    cardDesigns,
    meta: { totalItems: count, itemCount: count, itemsPerPage: 100, totalPages: 1, currentPage: 1 },
  }
}
