import { Link } from '../kernel/link.tsx'

export type FigureRow = {
  readonly key: string
  readonly cells: readonly string[]
  /** The list that has what the row counts. */
  readonly to: string | null
}

/** The figures of a chart as a table that scrolls in itself. */
export const FigureTable = ({
  title,
  head,
  rows,
}: {
  title: string
  head: readonly string[]
  rows: readonly FigureRow[]
}) => (
  <div className="max-h-80 overflow-auto" tabIndex={0} role="region" aria-label={title}>
    <table className="num w-full text-base">
      <thead>
        <tr className="border-b border-line text-mute">
          {head.map((name, at) => (
            <th key={name} scope="col" className={at === 0 ? 'py-2 text-left' : 'py-2 pl-3 text-right'}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [first = '', ...others], to }) => (
          <tr key={key} className="border-b border-line2">
            <th scope="row" className="text-left font-medium">
              {to === null ? (
                <span className="inline-flex min-h-11 items-center md:min-h-9">{first}</span>
              ) : (
                <Link
                  to={to}
                  className="inline-flex min-h-11 items-center text-brand-text underline md:min-h-9"
                >
                  {first}
                </Link>
              )}
            </th>
            {others.map((cell, at) => (
              <td key={head[at + 1]} className="pl-3 text-right">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
