import { scaleLinear, scalePoint } from 'd3-scale'
import { area, line } from 'd3-shape'
import { useIsDesktop } from '../kernel/breakpoint.ts'
import { useState, type KeyboardEvent, type PointerEvent } from 'react'

/** A day of the chart: two amounts on each other, in a unit whose exactness does not matter for a picture. */
export type ChartPoint = { readonly key: string; readonly lower: number; readonly upper: number }

type AreaChartProps = {
  points: readonly ChartPoint[]
  label: string
  /** What a point is, in words. */
  textOf: (index: number) => string
  /** Axis text of a value, such as `$25k`. */
  valueText: (value: number) => string
  dayText: (key: string) => string
  onOpen: (index: number) => void
}

const size = { height: 240, left: 48, right: 8, top: 10, bottom: 26 }
const bottom = size.height - size.bottom
/** About the width of the panel, so that its texts have the size of other texts. */
const widths = { desktop: 640, phone: 320 }

/** Positions of at most five days, the first and the last among them. */
const labelled = (count: number, most: number): number[] => {
  const parts = Math.min(most, count) - 1
  return parts < 1
    ? [0]
    : Array.from({ length: parts + 1 }, (_, at) => Math.round((at * (count - 1)) / parts))
}

const shapesOf = (points: readonly ChartPoint[], width: number) => {
  const right = width - size.right
  const x = scalePoint()
    .domain(points.map(({ key }) => key))
    .range([size.left, right])
  const most = Math.max(1, ...points.map(({ lower, upper }) => lower + upper))
  const y = scaleLinear().domain([0, most]).nice(4).range([bottom, size.top])
  const at = ({ key }: ChartPoint) => x(key) ?? 0
  const lower = (point: ChartPoint) => y(point.lower)
  const upper = (point: ChartPoint) => y(point.lower + point.upper)
  return {
    right,
    at,
    upper,
    y,
    ticks: y.ticks(4),
    lowerArea: area<ChartPoint>(at, bottom, lower)([...points]) ?? '',
    upperArea: area<ChartPoint>(at, lower, upper)([...points]) ?? '',
    lowerLine: line<ChartPoint>(at, lower)([...points]) ?? '',
  }
}

const keySteps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -7,
  PageUp: 7,
}

/** Two stacked areas over days. A day is chosen by pointer or by keys, and its text stands below. */
export const AreaChart = ({ points, label, textOf, valueText, dayText, onOpen }: AreaChartProps) => {
  const last = points.length - 1
  const [chosen, setChosen] = useState(last)
  const current = Math.min(chosen, last)
  const isDesktop = useIsDesktop()
  const width = isDesktop ? widths.desktop : widths.phone
  const shapes = shapesOf(points, width)
  const point = points[current]
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
  const chooseAt = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const box = currentTarget.getBoundingClientRect()
    const share = ((clientX - box.left) / box.width) * width
    choose(Math.round(((share - size.left) / (shapes.right - size.left)) * last))
  }
  if (!point) return null
  return (
    <>
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={current + 1}
        aria-valuetext={textOf(current)}
        onKeyDown={onKeyDown}
        onPointerMove={chooseAt}
        onClick={() => onOpen(current)}
        className="cursor-pointer rounded-md outline-offset-2 focus-visible:outline-2 focus-visible:outline-brand"
      >
        <svg viewBox={`0 0 ${width} ${size.height}`} aria-hidden className="w-full">
          {shapes.ticks.map((value) => (
            <g key={value}>
              <line
                x1={size.left}
                x2={shapes.right}
                y1={shapes.y(value)}
                y2={shapes.y(value)}
                className="stroke-line2"
              />
              <text
                x={size.left - 8}
                y={shapes.y(value) + 4}
                textAnchor="end"
                className="fill-mute text-[0.75rem]"
              >
                {valueText(value)}
              </text>
            </g>
          ))}
          <path d={shapes.lowerArea} className="fill-soft" />
          <path d={shapes.upperArea} className="fill-brand opacity-40" />
          <path d={shapes.lowerLine} className="fill-none stroke-brand stroke-2" />
          <line
            x1={shapes.at(point)}
            x2={shapes.at(point)}
            y1={size.top}
            y2={bottom}
            className="stroke-ctl"
            strokeDasharray="2 3"
          />
          <circle
            cx={shapes.at(point)}
            cy={shapes.upper(point)}
            r={4}
            className="fill-surface stroke-brand stroke-2"
          />
          {labelled(points.length, isDesktop ? 5 : 3).map((index, at, all) => {
            const shown = points[index]
            const anchor = at === 0 ? 'start' : at === all.length - 1 ? 'end' : 'middle'
            return (
              shown && (
                <text
                  key={shown.key}
                  x={shapes.at(shown)}
                  y={size.height - 6}
                  textAnchor={anchor}
                  className="fill-mute text-[0.75rem]"
                >
                  {dayText(shown.key)}
                </text>
              )
            )
          })}
        </svg>
      </div>
      <p className="num mt-2 text-base">{textOf(current)}</p>
    </>
  )
}
