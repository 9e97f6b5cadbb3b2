/** Shops of the demo. None of them exists. */
export type DemoMerchant = {
  readonly name: string
  /** Merchant category code, four digits. */
  readonly mcc: string
  readonly category: string
  readonly city: string
  /** ISO 3166-1 alpha-3. */
  readonly country: string
  readonly channel: 'POS' | 'ECOMMERCE' | 'ATM'
  readonly currency: 'USD' | 'PEN' | 'EUR' | 'MXN'
  /** Smallest and largest usual amount, in hundredths of the shop's currency. */
  readonly from: number
  readonly to: number
  /** Local hours in which people pay there: from, before. */
  readonly hours: readonly [from: number, before: number]
  /** Hours that the shop's clocks are ahead of UTC. None of these cities has summer time. */
  readonly hoursEast: number
}

type Line = readonly [
  name: string,
  mcc: string,
  category: string,
  place: string,
  channel: DemoMerchant['channel'],
  currency: DemoMerchant['currency'],
  from: number,
  to: number,
  opens: number,
  closes: number,
]

const lines: Readonly<Record<string, Line>> = {
  cafe: ['Café Altura', '5814', 'cafe', 'Lima PER', 'POS', 'USD', 380, 920, 7, 11],
  bakery: ['Panadería San Blas', '5462', 'cafe', 'Lima PER', 'POS', 'PEN', 900, 3400, 7, 10],
  market: ['Mercado Verde', '5411', 'grocery', 'Lima PER', 'POS', 'PEN', 6400, 23_800, 9, 20],
  kitchen: ['Cocina Marisol', '5812', 'restaurant', 'Lima PER', 'POS', 'PEN', 4800, 16_200, 13, 16],
  pharmacy: ['Botica Sol', '5912', 'health', 'Lima PER', 'POS', 'PEN', 1800, 9600, 9, 20],
  bus: ['Línea Clara', '4111', 'transport', 'Lima PER', 'POS', 'USD', 250, 1200, 6, 9],
  taxi: ['Vuela Taxi', '4121', 'transport', 'Lima PER', 'ECOMMERCE', 'USD', 420, 1580, 8, 23],
  series: ['Cinelumen', '4899', 'subscription', 'Dublin IRL', 'ECOMMERCE', 'USD', 1799, 1799, 5, 9],
  music: ['Onda Música', '5815', 'subscription', 'Stockholm SWE', 'ECOMMERCE', 'USD', 1099, 1099, 5, 9],
  shop: ['Almacén Norte', '5732', 'online', 'Madrid ESP', 'ECOMMERCE', 'EUR', 2490, 18_900, 19, 23],
  books: ['Librería Faro', '5942', 'online', 'Lima PER', 'ECOMMERCE', 'USD', 1290, 6400, 11, 20],
  petrol: ['Estación Ruta Sur', '5541', 'fuel', 'Ica PER', 'POS', 'USD', 2800, 6900, 7, 20],
  cash: ['Cajero Banco Sol', '6011', 'cash', 'Lima PER', 'ATM', 'PEN', 20_000, 40_000, 10, 19],
  tacos: [
    'Taquería El Faro',
    '5812',
    'restaurant',
    'Ciudad de México MEX',
    'POS',
    'MXN',
    14_000,
    62_000,
    14,
    22,
  ],
  super: [
    'Súper del Valle',
    '5411',
    'grocery',
    'Ciudad de México MEX',
    'POS',
    'MXN',
    38_000,
    142_000,
    10,
    21,
  ],
  gym: ['Gimnasio Cumbre', '7997', 'services', 'Lima PER', 'POS', 'USD', 3900, 3900, 6, 9],
}

const inLima = -5
const inMexico = -6

export const demoMerchant = (name: string): DemoMerchant => {
  const line = lines[name]
  if (!line) throw new Error(`The demo has no merchant ${name}`)
  const [shop, mcc, category, location, channel, currency, from, to, opens, closes] = line
  const at = location.lastIndexOf(' ')
  const [city, country] = [location.slice(0, at), location.slice(at + 1)]
  const common = { name: shop, mcc, category, city, country, channel, currency, from, to }
  return { ...common, hours: [opens, closes], hoursEast: country === 'MEX' ? inMexico : inLima }
}
