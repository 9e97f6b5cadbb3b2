import { ChartArea, Download, Table2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { Button } from './button.tsx'
import { FigureTable, type FigureRow } from './figure-table.tsx'
import { Panel } from './panel.tsx'
import { saveCsv } from './save-csv.ts'

/** A chart with its title, the same data as a table, and its file. */
export const ChartPanel = (props: {
  title: string
  fileName: string
  head: readonly string[]
  rows: readonly FigureRow[]
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
      {isTable ? <FigureTable title={`${t('table')}: ${title}`} head={head} rows={rows} /> : children}
      <p className="mt-3 text-sm text-mute">{t('asOf', { at: asOf })}</p>
    </Panel>
  )
}
