import type { getCompanyLoad, loadOperations } from '@cardamom/contract/loads/company-loads'
import type { WireOf } from '@cardamom/contract/endpoint'
import { CircleDollarSign, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { Button } from '../ui/button.tsx'
import { dialogPart } from '../ui/dialog.tsx'
import { amountsText } from './resolution-panel.tsx'

const OperationDialog = dialogPart(
  async () => (await import('./load-operation-dialog.tsx')).LoadOperationDialog,
)

type CompanyLoad = WireOf<typeof getCompanyLoad>
type LoadOperation = (typeof loadOperations)[number]

const icons = { credit: CircleDollarSign, refund: Undo2 }

/** What two administrators can do with the money of a load that is not as quoted. */
export const LoadOperations = ({ found }: { found: CompanyLoad }) => {
  const t = useText('companyLoads')
  const [chosen, setChosen] = useState<LoadOperation | null>(null)
  const { load, payer, operations } = found
  const net = load.resolutions.find(({ kind }) => kind === 'credit')?.net ?? '0.00'
  const facts = { net: moneyText(net), amount: amountsText(load.refund?.amounts ?? []), name: payer.name }
  return (
    <>
      {operations.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {operations.map((operation) => (
            <Button
              key={operation}
              variant="primary"
              icon={icons[operation]}
              onClick={() => setChosen(operation)}
            >
              {t(`operation.${operation}.button`, facts)}
            </Button>
          ))}
        </div>
      )}
      <OperationDialog
        open={chosen !== null}
        operation={chosen}
        id={load.id}
        net={net}
        facts={facts}
        onClose={() => setChosen(null)}
      />
    </>
  )
}
