import { encode } from 'uqr'
import { h } from './dom.js'

/** The QR code that an authenticator app scans. */
export const qrCode = (text) => {
  const { data, size } = encode(text, { border: 0 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return h(
    'svg',
    {
      class: 'qr',
      viewBox: `0 0 ${size} ${size}`,
      role: 'img',
      'aria-label': 'QR',
      'shape-rendering': 'crispEdges',
    },
    h('path', { d: path }),
  )
}
