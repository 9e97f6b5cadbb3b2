import type { SpendingCategory } from '@cardamom/contract/transactions'
import {
  Banknote,
  BedDouble,
  Bus,
  Clapperboard,
  Coffee,
  Dices,
  Fuel,
  HeartPulse,
  Plane,
  Receipt,
  Repeat,
  ShoppingBag,
  ShoppingCart,
  Utensils,
  Wrench,
  type LucideIcon,
} from 'lucide-react'

const icons: Readonly<Record<SpendingCategory, LucideIcon>> = {
  groceries: ShoppingCart,
  restaurants: Utensils,
  cafes: Coffee,
  transport: Bus,
  fuel: Fuel,
  travel: Plane,
  shopping: ShoppingBag,
  subscriptions: Repeat,
  entertainment: Clapperboard,
  health: HeartPulse,
  services: Wrench,
  betting: Dices,
  cash: Banknote,
  other: Receipt,
}

/** All categories, as the lists of filters name them. */
export const categories = Object.keys(icons) as SpendingCategory[]

const isHotel = (mcc: string) => mcc === '7011' || /^3[5-7]\d\d$/.test(mcc)

export const categoryIcon = (category: SpendingCategory | null, mcc = ''): LucideIcon =>
  isHotel(mcc) ? BedDouble : icons[category ?? 'other']
