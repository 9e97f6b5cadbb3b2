import { ChartArea, Download, Table2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { Link } from '../kernel/link.tsx'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { saveCsv } from '../ui/save-csv.ts'

export type ChartRow = {
  readonly key: string
  readonly cells: readonly string[]
  /** The list that has what the row counts. */
  readonly to: string | null
}

const DataTable = ({
  title,
  head,
  rows,
}: {
  title: string
  head: readonly string[]
  rows: readonly ChartRow[]
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

/** A chart with its title, the same data as a table, and its file. */
export const ChartPanel = (props: {
  title: string
  fileName: string
  head: readonly string[]
  rows: readonly ChartRow[]
  /** Rows of the file: exact amounts without symbols. */
  file: readonly (readonly (string | number)[])[]
  asOf: string
  className?: string
  children: ReactNode
}) => {
  const t = useText('adminHome')
  const [isTable, setIsTable] = useState(false)
  const { title, fileName, head, rows, file, asOf, className, children } = props
  return (
    <Panel
      title={title}
      {...(className === undefined ? {} : { className })}
      action={
        <div className="flex">
          <Button
            variant="ghost"
            iconOnly
            icon={isTable ? ChartArea : Table2}
            onClick={() => setIsTable(!isTable)}
          >
            {t(isTable ? 'chart' : 'table')}: {title}
          </Button>
          <Button variant="ghost" iconOnly icon={Download} onClick={() => saveCsv(fileName, [head, ...file])}>
            {t('csv')}: {title}
          </Button>
        </div>
      }
    >
      {isTable ? <DataTable title={`${t('table')}: ${title}`} head={head} rows={rows} /> : children}
      <p className="mt-3 text-sm text-mute">{t('asOf', { at: asOf })}</p>
    </Panel>
  )
}
