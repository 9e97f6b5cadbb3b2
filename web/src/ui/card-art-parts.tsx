export type CardColours = { readonly hue: number; readonly chroma: number; readonly isMetal: boolean }

const shade = ({ l, c, h }: { l: number; c: number; h: number }) => `oklch(${l} ${c.toFixed(4)} ${h})`

/** The card's surface: darker to the lower right, lighter in the upper right corner; metal has a shine. */
export const CardBack = ({ id, colours: { hue, chroma, isMetal } }: { id: string; colours: CardColours }) => {
  const lift = isMetal ? 0.04 : 0
  return (
    <>
      <defs>
        <linearGradient id={`${id}-back`} x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor={shade({ l: 0.415 + lift, c: chroma, h: hue })} />
          <stop offset="0.55" stopColor={shade({ l: 0.345 + lift, c: chroma * 0.95, h: hue + 2 })} />
          <stop offset="1" stopColor={shade({ l: 0.245 + lift, c: chroma * 0.6, h: hue + 10 })} />
        </linearGradient>
        <radialGradient id={`${id}-light`} cx="0.88" cy="0.06" r="0.72">
          <stop offset="0" stopColor={shade({ l: 0.585, c: chroma, h: hue - 9 })} />
          <stop offset="1" stopColor={shade({ l: 0.45, c: chroma, h: hue - 4 })} stopOpacity="0" />
        </radialGradient>
        {isMetal && (
          <linearGradient id={`${id}-sheen`} x1="0" y1="1" x2="1" y2="0">
            <stop offset="0.32" stopColor="#fff" stopOpacity="0" />
            <stop offset="0.46" stopColor="#fff" stopOpacity="0.2" />
            <stop offset="0.5" stopColor="#fff" stopOpacity="0.07" />
            <stop offset="0.62" stopColor="#fff" stopOpacity="0" />
          </linearGradient>
        )}
      </defs>
      <rect width="350" height="221" fill={`url(#${id}-back)`} />
      <rect width="350" height="221" fill={`url(#${id}-light)`} />
      {isMetal && <rect width="350" height="221" fill={`url(#${id}-sheen)`} />}
    </>
  )
}

const waves = [0, 28, 56, 84, 112, 140, 168]

/** Lines like a contour map. */
export const Waves = () => (
  <g fill="none" stroke="#fff" strokeOpacity={0.11} strokeWidth={1}>
    {waves.map((x) => (
      <path key={x} d={`M${192 + x} -2C${210 + x} 70 ${142 + x} 128 ${163 + x} 223`} />
    ))}
  </g>
)

/** The contact plate of the chip. */
export const Chip = ({ x, y }: { x: number; y: number }) => (
  <g transform={`translate(${x} ${y})`}>
    <rect width="41" height="31" rx="6" fill="oklch(0.886 0.066 93)" />
    <path
      d="M0 10.500h13.500v10.500H0M41 10.500H27.500v10.500H41M13.500 0v31M27.500 0v31"
      fill="none"
      stroke="oklch(0.62 0.07 88)"
      strokeWidth="0.9"
    />
  </g>
)
