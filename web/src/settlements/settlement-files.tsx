import { exportOwnSettlement, exportSettlement } from '@cardamom/contract/settlements/settlement-files'
import { Download, FileCheck, FileText } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { useAction } from '../kernel/query.ts'
import { saveFile } from '../kernel/save-file.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { SettlementCheckPanel } from './settlement-check-steps.tsx'
import type { Settlement } from './settlement-parts.tsx'

type FileSubject = Pick<Settlement, 'id' | 'ref' | 'status'>
type Format = 'csv' | 'pdf' | 'json'
const formats = [
  ['csv', Download],
  ['pdf', FileText],
  ['json', FileCheck],
] as const

const Buttons = ({ busy, save }: { busy: Format | null; save: (format: Format) => void }) => {
  const t = useText('walletLines')
  return (
    <Panel title={t('settlement.file.title')}>
      <div className="flex flex-col gap-3">
        <p className="text-base text-mute md:text-sm">{t('settlement.file.lead')}</p>
        <div className="flex flex-wrap gap-2">
          {formats.map(([format, icon]) => (
            <Button key={format} icon={icon} busy={busy === format} onClick={() => save(format)}>
              {t(`settlement.file.${format}`)}
            </Button>
          ))}
        </div>
      </div>
    </Panel>
  )
}

const WithCheck = ({ reference, ...buttons }: Parameters<typeof Buttons>[0] & { reference: string }) => (
  <>
    <Buttons {...buttons} />
    <SettlementCheckPanel reference={reference} />
  </>
)

/** The files of a paid settlement, for those who may export. */
export const SettlementFiles = ({ settlement: { id, ref, status } }: { settlement: FileSubject }) => {
  const can = useCan()
  const [pressed, setPressed] = useState<Format>('csv')
  const make = useAction(exportSettlement, { onDone: saveFile })
  if (status !== 'paid' || can('transactions.export') !== true) return null
  return (
    <WithCheck
      reference={ref}
      busy={make.isPending ? pressed : null}
      save={(format) => {
        setPressed(format)
        make.mutate({ input: { settlementId: id, format } })
      }}
    />
  )
}

/** The files of a paid settlement of the reader. */
export const OwnSettlementFiles = ({ settlement: { id, ref, status } }: { settlement: FileSubject }) => {
  const [pressed, setPressed] = useState<Format>('csv')
  const make = useAction(exportOwnSettlement, { onDone: saveFile })
  if (status !== 'paid') return null
  return (
    <WithCheck
      reference={ref}
      busy={make.isPending ? pressed : null}
      save={(format) => {
        setPressed(format)
        make.mutate({ input: { settlementId: id, format } })
      }}
    />
  )
}
