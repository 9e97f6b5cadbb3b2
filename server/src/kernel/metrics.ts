import type { Queries } from './queries.ts'

type ReadFigures<Figures> = (
  sql: Queries,
  times: { readonly now: Date; readonly realNow: Date },
) => Promise<Figures>
type NamedGauge = { readonly name: string; readonly help: string }
/** Figures of a module, one for each value of a label. */
export type LabelledGauge = NamedGauge & {
  readonly label: string
  readonly read: ReadFigures<readonly (readonly [string, number])[]>
}
/** A figure of a module, read from the database. `/metrics` shows it under its name. */
export type Gauge = NamedGauge & { readonly label?: never; readonly read: ReadFigures<number> }

type ReadByLabel = () => Promise<readonly (readonly [string, number])[]>

/** Counters and gauges in the Prometheus text format, read on `/metrics` of a loopback port. */
export type Metrics = {
  readonly request: (served: { method: string; route: string; status: number; ms: number }) => void
  /** A figure that is computed when the metrics are read. */
  readonly gauge: (name: string, help: string, read: () => number | Promise<number>) => void
  /** A figure for each value of a label. */
  readonly gaugeBy: (label: string, name: string, help: string, read: ReadByLabel) => void
  readonly text: () => Promise<string>
}

const bucketsMs = [5, 15, 50, 100, 200, 500, 1000, 5000]

export const createMetrics = (): Metrics => {
  const counts = new Map<string, number>()
  const durations = new Map<string, { counts: number[]; sumMs: number; total: number }>()
  const gauges: { name: string; help: string; lines: () => Promise<string[]> }[] = []
  return {
    request: ({ method, route, status, ms }) => {
      const labels = `method="${method}",route="${route}"`
      const counter = `${labels},status="${status}"`
      counts.set(counter, (counts.get(counter) ?? 0) + 1)
      let known = durations.get(labels)
      if (!known) durations.set(labels, (known = { counts: bucketsMs.map(() => 0), sumMs: 0, total: 0 }))
      for (let bucket = bucketsMs.length - 1; bucket >= 0 && ms <= bucketsMs[bucket]!; bucket -= 1) {
        known.counts[bucket]! += 1
      }
      known.sumMs += ms
      known.total += 1
    },
    gauge: (name, help, read) => gauges.push({ name, help, lines: async () => [`${name} ${await read()}`] }),
    gaugeBy: (label, name, help, read) => {
      const lines = async () =>
        (await read()).map(([value, figure]) => `${name}{${label}="${value}"} ${figure}`)
      gauges.push({ name, help, lines })
    },
    text: async () => {
      const lines = ['# TYPE http_requests_total counter']
      for (const [labels, count] of counts) lines.push(`http_requests_total{${labels}} ${count}`)
      lines.push('# TYPE http_request_milliseconds histogram')
      for (const [labels, known] of durations) {
        known.counts.forEach((count, bucket) =>
          lines.push(`http_request_milliseconds_bucket{${labels},le="${bucketsMs[bucket]}"} ${count}`),
        )
        lines.push(`http_request_milliseconds_bucket{${labels},le="+Inf"} ${known.total}`)
        lines.push(`http_request_milliseconds_sum{${labels}} ${known.sumMs.toFixed(1)}`)
        lines.push(`http_request_milliseconds_count{${labels}} ${known.total}`)
      }
      for (const gauge of gauges) {
        lines.push(
          `# HELP ${gauge.name} ${gauge.help}`,
          `# TYPE ${gauge.name} gauge`,
          ...(await gauge.lines()),
        )
      }
      return `${lines.join('\n')}\n`
    },
  }
}
