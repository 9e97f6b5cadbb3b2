import type { Channel } from './payment-rows.ts'

export type Merchant = {
  readonly id: string
  readonly name: string
  readonly mcc: string
  readonly category: string
  readonly city: string
  /** ISO 3166-1 alpha-3. */
  readonly country: string
}

export type TestMerchant = Merchant & {
  readonly channel: Channel
  readonly currency: string
  /** Usual amount in its currency, a decimal string. */
  readonly typical: string
}

type Line = readonly [
  id: string,
  name: string,
  mcc: string,
  category: string,
  city: string,
  country: string,
  channel: Channel,
  currency: string,
  typical: string,
]

const lines: readonly Line[] = [
  ['coffee', 'Café Altura', '5814', 'cafe', 'Lima', 'PER', 'POS', 'USD', '4.80'],
  ['grocery', 'Mercado Verde', '5411', 'grocery', 'Lima', 'PER', 'POS', 'PEN', '86.40'],
  ['restaurant', 'Cocina Marisol', '5812', 'restaurant', 'Lima', 'PER', 'POS', 'PEN', '124.00'],
  ['hotel', 'Hotel Miramar', '7011', 'hotel', 'Cusco', 'PER', 'POS', 'USD', '100.00'],
  ['fuel', 'Estación Ruta Sur', '5542', 'fuel', 'Ica', 'PER', 'POS', 'USD', '100.00'],
  ['transport', 'Línea Clara', '4111', 'transport', 'Lima', 'PER', 'POS', 'USD', '12.00'],
  ['subscription', 'Cinelumen', '4899', 'subscription', 'Dublin', 'IRL', 'ECOMMERCE', 'USD', '17.99'],
  ['online', 'Almacén Norte', '5732', 'online', 'Madrid', 'ESP', 'ECOMMERCE', 'EUR', '59.90'],
  ['cash', 'Cajero Banco Sol', '6011', 'cash', 'Lima', 'PER', 'ATM', 'PEN', '200.00'],
  ['betting', 'Casa de la Suerte', '7995', 'betting', 'Valletta', 'MLT', 'ECOMMERCE', 'EUR', '20.00'],
]

/** The merchants of the shop page and the scenarios; none of them exists. */
export const testMerchants: readonly TestMerchant[] = lines.map(
  ([id, name, mcc, category, city, country, channel, currency, typical]) => {
    const merchant = { name, mcc, category, city, country }
    return { id, ...merchant, channel, currency, typical }
  },
)

export const merchantById = (id: string): TestMerchant | undefined =>
  testMerchants.find((each) => each.id === id)

export const publicMerchant = ({ id, name, mcc, category, city, country }: Merchant): Merchant => ({
  id,
  name,
  mcc,
  category,
  city,
  country,
})
