import { scaleBand, scaleLinear, scalePoint } from 'd3-scale'
import { useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { useIsDesktop } from '../kernel/breakpoint.ts'

export const chartSize = { height: 240, left: 48, right: 8, top: 10, bottom: 26 }
/** The line of zero. */
export const chartBottom = chartSize.height - chartSize.bottom
/** About the width of the panel, so that its texts have the size of other texts. */
const widths = { desktop: 640, phone: 320 }

/** Noon, so that the date is the same in every zone that administrators read. */
export const noonOf = (day: string) => `${day}T12:00:00.000Z`
/** Axis text of an amount of dollars. */
export const axisMoney = (value: number): string =>
  value >= 1_000_000 ? `$${value / 1_000_000}M` : value >= 1000 ? `$${value / 1000}k` : `$${value}`

export type ChartScales = {
  /** The middle of a day. */
  readonly at: (key: string) => number
  readonly y: (value: number) => number
  /** The width of a bar. */
  readonly band: number
}

type DayChartProps = {
  /** The days, with the height of each in a unit whose exactness does not matter for a picture. */
  readonly days: readonly { readonly key: string; readonly value: number }[]
  /** Bars need half of their width at both ends. */
  readonly shape: 'bars' | 'areas'
  readonly label: string
  /** What a day is, in words. */
  readonly textOf: (index: number) => string
  /** Axis text of a value, such as `$25k`. */
  readonly valueText: (value: number) => string
  readonly dayText: (key: string) => string
  readonly onOpen: (index: number) => void
  /** The shapes, and a mark of the chosen day. */
  readonly children: (scales: ChartScales, chosen: number) => ReactNode
}

/** Positions of at most five days, the first and the last among them. */
const labelled = (count: number, most: number): number[] => {
  const parts = Math.min(most, count) - 1
  return parts < 1
    ? [0]
    : Array.from({ length: parts + 1 }, (_, at) => Math.round((at * (count - 1)) / parts))
}

const scalesOf = ({ days, shape }: Pick<DayChartProps, 'days' | 'shape'>, width: number) => {
  const right = width - chartSize.right
  const keys = days.map(({ key }) => key)
  const range = [chartSize.left, right] as const
  const bars = scaleBand().domain(keys).range(range).padding(0.15)
  const points = scalePoint().domain(keys).range(range)
  const half = bars.bandwidth() / 2
  const at = shape === 'bars' ? (key: string) => (bars(key) ?? 0) + half : (key: string) => points(key) ?? 0
  const most = Math.max(1, ...days.map(({ value }) => value))
  const y = scaleLinear().domain([0, most]).nice(4).range([chartBottom, chartSize.top])
  return { right, at, y, band: bars.bandwidth(), ticks: y.ticks(4) }
}

const keySteps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -7,
  PageUp: 7,
}

const Axis = ({
  scales,
  valueText,
}: { scales: ReturnType<typeof scalesOf> } & Pick<DayChartProps, 'valueText'>) =>
  scales.ticks.map((value) => (
    <g key={value}>
      <line
        x1={chartSize.left}
        x2={scales.right}
        y1={scales.y(value)}
        y2={scales.y(value)}
        className="stroke-line2"
      />
      <text
        x={chartSize.left - 8}
        y={scales.y(value) + 4}
        textAnchor="end"
        className="fill-mute text-[0.75rem]"
      >
        {valueText(value)}
      </text>
    </g>
  ))

const Labels = ({
  days,
  scales,
  most,
  dayText,
}: { scales: ReturnType<typeof scalesOf>; most: number } & Pick<DayChartProps, 'days' | 'dayText'>) =>
  labelled(days.length, most).map((index, at, all) => {
    const shown = days[index]
    const anchor = at === 0 ? 'start' : at === all.length - 1 ? 'end' : 'middle'
    return (
      shown && (
        <text
          key={shown.key}
          x={scales.at(shown.key)}
          y={chartSize.height - 6}
          textAnchor={anchor}
          className="fill-mute text-[0.75rem]"
        >
          {dayText(shown.key)}
        </text>
      )
    )
  })

/** The chosen day, and the handler of the keys that choose another one or open it. */
const useChosenDay = (last: number, onOpen: (index: number) => void) => {
  const [chosen, setChosen] = useState(last)
  const current = Math.min(chosen, last)
  const choose = (index: number) => setChosen(Math.max(0, Math.min(last, index)))
  const onKeyDown = (event: KeyboardEvent) => {
    const step = keySteps[event.key]
    const ends: Readonly<Record<string, number>> = { Home: 0, End: last }
    if (event.key === 'Enter') return onOpen(current)
    const next = step === undefined ? ends[event.key] : current + step
    if (next === undefined) return
    event.preventDefault()
    choose(next)
  }
  return { current, choose, onKeyDown }
}

/** A chart over days. A day is chosen by pointer or by keys, and its text stands below. */
export const DayChart = (props: DayChartProps) => {
  const { days, label, textOf, valueText, dayText, onOpen, children } = props
  const last = days.length - 1
  const { current, choose, onKeyDown } = useChosenDay(last, onOpen)
  const isDesktop = useIsDesktop()
  const width = isDesktop ? widths.desktop : widths.phone
  const scales = scalesOf(props, width)
  const chooseAt = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const box = currentTarget.getBoundingClientRect()
    const share = ((clientX - box.left) / box.width) * width
    choose(Math.round(((share - chartSize.left) / (scales.right - chartSize.left)) * last))
  }
  const day = days[current]
  if (!day) return null
  return (
    <>
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={current + 1}
        aria-valuetext={textOf(current)}
        onKeyDown={onKeyDown}
        onPointerMove={chooseAt}
        onClick={() => onOpen(current)}
        className="cursor-pointer rounded-md outline-offset-2 focus-visible:outline-2 focus-visible:outline-brand"
      >
        <svg viewBox={`0 0 ${width} ${chartSize.height}`} aria-hidden className="w-full">
          <Axis scales={scales} valueText={valueText} />
          {children(scales, current)}
          <Labels days={days} scales={scales} most={isDesktop ? 5 : 3} dayText={dayText} />
        </svg>
      </div>
      <p className="num mt-2 text-base">{textOf(current)}</p>
    </>
  )
}
