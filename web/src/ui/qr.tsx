import { part } from '../kernel/deferred.tsx'
import type { QrProps } from './qr-drawn.tsx'

const Drawn = part(() => import('./qr-drawn.tsx'), 'QrDrawn', { silent: true })

/** A QR code that fills its container. It is dark on white with its quiet zone, also in the dark theme. */
export const Qr = (props: QrProps) => (
  <div className="aspect-square w-full rounded-lg border border-line bg-white p-2.5">
    <Drawn {...props} />
  </div>
)
