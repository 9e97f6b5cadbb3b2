import { useMemo } from 'react'
import { encode } from 'uqr'
import { useText } from '../kernel/i18n.tsx'

export type QrProps = {
  /** Text of the code: an address, a payment link, an otpauth link. */
  text: string
  /** Label for screen readers: "the payment address". */
  what: string
}

/** A QR code as one SVG path, sharp at any size. */
export const QrDrawn = ({ text, what }: QrProps) => {
  const t = useText('ui')
  const { path, size } = useMemo(() => {
    const { data } = encode(text, { ecc: 'M', border: 0 })
    const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    return { path: squares.join(''), size: data.length }
  }, [text])
  return (
    <svg
      role="img"
      aria-label={t('qrOf', { what })}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="block size-full"
    >
      <path d={path} fill="#0f1a15" />
    </svg>
  )
}
