const en = {
  title: 'Demo wallet',
  lead: 'Test money on a chain of this machine. Payments are real transactions there, worth nothing anywhere else.',
  sandbox: 'Sandbox',
  other: 'Español',
  otherCode: 'es',
  payTitle: 'Pay an address',
  asset: 'Token',
  to: 'To address',
  amount: 'Amount',
  send: (amount, asset) => (amount ? `Pay ${amount} ${asset}` : 'Pay'),
  sending: 'Signing…',
  sent: (amount, asset) => `${amount} ${asset} is on its way`,
  fee: 'The network fee is paid in test ether.',
  names: {
    USDC: ['USDC', 'USD Coin'],
    USDT: ['USDT', 'Tether USD'],
    DAI: ['DAI', 'Dai Stablecoin'],
    ETH: ['ETH', 'Ether'],
    PEPR: ['PEPR', 'Pepper Token'],
    FAKE_USDT: ['Fake USDT', 'Same name, other contract'],
  },
  hints: {
    PEPR: 'Nobody accepts this token: use it to try a payment in the wrong asset.',
    FAKE_USDT: 'It is called USDT but comes from another contract: it must not count as a payment.',
    ETH: 'Use it to try a payment in the wrong asset.',
  },
  balances: 'Balances',
  own: 'Address of this wallet',
  copy: 'Copy the address',
  copied: 'Copied',
  payments: 'Last payments',
  none: 'No payments yet',
  noneHint: 'What you pay here is followed until it is final.',
  states: {
    waiting: 'Waiting for a block',
    seen: (seen) => `In a block, ${seen} of 3`,
    final: 'Final',
    gone: 'Taken back by a reorg',
    failed: 'Refused by the contract',
  },
  toLine: (to) => `to ${to}`,
  wrongTo: 'That is not an Ethereum address: 0x and 40 characters, 0 to 9 and a to f. Copy it again.',
  wrongAmount: (decimals) => `Type an amount above 0 with at most ${decimals} decimals.`,
  notEnough: 'The wallet does not hold that much.',
  offline: 'The chain does not answer. Nothing was sent; try again in a moment.',
}

const es = {
  title: 'Monedero de prueba',
  lead: 'Dinero de prueba en una cadena de este equipo. Los pagos son transacciones reales ahí, y no valen nada en otro sitio.',
  sandbox: 'Pruebas',
  other: 'English',
  otherCode: 'en',
  payTitle: 'Paga a una dirección',
  asset: 'Token',
  to: 'A la dirección',
  amount: 'Importe',
  send: (amount, asset) => (amount ? `Pagar ${amount} ${asset}` : 'Pagar'),
  sending: 'Firmando…',
  sent: (amount, asset) => `${amount} ${asset} va en camino`,
  fee: 'La comisión de red se paga con éter de prueba.',
  names: {
    USDC: ['USDC', 'USD Coin'],
    USDT: ['USDT', 'Tether USD'],
    DAI: ['DAI', 'Dai Stablecoin'],
    ETH: ['ETH', 'Éter'],
    PEPR: ['PEPR', 'Pepper Token'],
    FAKE_USDT: ['USDT falso', 'Mismo nombre, otro contrato'],
  },
  hints: {
    PEPR: 'Nadie acepta este token: úsalo para probar un pago en el activo equivocado.',
    FAKE_USDT: 'Se llama USDT pero viene de otro contrato: no debe contar como pago.',
    ETH: 'Úsalo para probar un pago en el activo equivocado.',
  },
  balances: 'Saldos',
  own: 'Dirección de este monedero',
  copy: 'Copiar la dirección',
  copied: 'Copiada',
  payments: 'Últimos pagos',
  none: 'Aún no hay pagos',
  noneHint: 'Lo que pagues aquí se sigue hasta que es definitivo.',
  states: {
    waiting: 'Espera un bloque',
    seen: (seen) => `En un bloque, ${seen} de 3`,
    final: 'Definitivo',
    gone: 'Retirado por una reorganización',
    failed: 'Rechazado por el contrato',
  },
  toLine: (to) => `a ${to}`,
  wrongTo: 'Eso no es una dirección de Ethereum: 0x y 40 caracteres, de 0 a 9 y de a a f. Cópiala otra vez.',
  wrongAmount: (decimals) => `Escribe un importe mayor que 0, con ${decimals} decimales como mucho.`,
  notEnough: 'El monedero no tiene tanto.',
  offline: 'La cadena no responde. No se envió nada; prueba otra vez en un momento.',
}

const asked = new URLSearchParams(location.search).get('lang')
const kept = () => {
  try {
    return localStorage.getItem('lang')
  } catch {
    return null
  }
}

/** Language of the page: asked for, kept from before, or the browser's. */
export const lang = (asked ?? kept() ?? navigator.language).startsWith('es') ? 'es' : 'en'
export const texts = lang === 'es' ? es : en

try {
  if (asked) localStorage.setItem('lang', lang)
} catch {
  // Without storage the language lasts as long as the address says so.
}
