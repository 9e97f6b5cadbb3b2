import { lazy, Suspense } from 'react'
import type { QrProps } from './qr-props.ts'

const Drawn = lazy(async () => ({ default: (await import('./qr-drawn.tsx')).QrDrawn }))

/** A QR code, always dark on white with its quiet zone, also in the dark. Fills its place. */
export const Qr = (props: QrProps) => (
  <div className="aspect-square w-full rounded-lg border border-line bg-white p-2.5">
    <Suspense fallback={null}>
      <Drawn {...props} />
    </Suspense>
  </div>
)
