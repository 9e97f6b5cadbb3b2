import { area, line } from 'd3-shape'
import type { ComponentProps } from 'react'
import { chartBottom, chartSize, DayChart, type ChartScales } from './day-chart.tsx'

/** A day of the chart: two amounts on each other, in a unit whose exactness does not matter for a picture. */
export type ChartPoint = { readonly key: string; readonly lower: number; readonly upper: number }

type AreaChartProps = { readonly points: readonly ChartPoint[] } & Pick<
  ComponentProps<typeof DayChart>,
  'label' | 'textOf' | 'valueText' | 'dayText' | 'onOpen'
>

const shapesOf = (points: readonly ChartPoint[], { at, y }: ChartScales) => {
  const x = ({ key }: ChartPoint) => at(key)
  const lower = (point: ChartPoint) => y(point.lower)
  const upper = (point: ChartPoint) => y(point.lower + point.upper)
  return {
    lowerArea: area<ChartPoint>(x, chartBottom, lower)([...points]) ?? '',
    upperArea: area<ChartPoint>(x, lower, upper)([...points]) ?? '',
    lowerLine: line<ChartPoint>(x, lower)([...points]) ?? '',
  }
}

const Areas = ({
  points,
  scales,
  chosen,
}: Pick<AreaChartProps, 'points'> & { scales: ChartScales; chosen: number }) => {
  const shapes = shapesOf(points, scales)
  const point = points[chosen]
  return (
    <>
      <path d={shapes.lowerArea} className="fill-soft" />
      <path d={shapes.upperArea} className="fill-brand opacity-40" />
      <path d={shapes.lowerLine} className="fill-none stroke-brand stroke-2" />
      {point && (
        <>
          <line
            x1={scales.at(point.key)}
            x2={scales.at(point.key)}
            y1={chartSize.top}
            y2={chartBottom}
            className="stroke-ctl"
            strokeDasharray="2 3"
          />
          <circle
            cx={scales.at(point.key)}
            cy={scales.y(point.lower + point.upper)}
            r={4}
            className="fill-surface stroke-brand stroke-2"
          />
        </>
      )}
    </>
  )
}

/** Two stacked areas over days. */
export const AreaChart = ({ points, ...props }: AreaChartProps) => (
  <DayChart
    {...props}
    shape="areas"
    days={points.map(({ key, lower, upper }) => ({ key, value: lower + upper }))}
  >
    {(scales, chosen) => <Areas points={points} scales={scales} chosen={chosen} />}
  </DayChart>
)
