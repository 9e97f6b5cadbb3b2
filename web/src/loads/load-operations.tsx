import { requestRest, type getCompanyLoad, type loadOperations } from '@cardamom/contract/loads/company-loads'
import type { WireOf } from '@cardamom/contract/endpoint'
import { BellRing, CircleDollarSign, CircleStop, RotateCcw, RotateCcwSquare, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button } from '../ui/button.tsx'
import { dialogPart } from '../ui/dialog.tsx'
import { amountsText } from '../ui/payments/load-wire.ts'

const OperationDialog = dialogPart(
  async () => (await import('./load-operation-dialog.tsx')).LoadOperationDialog,
)

type CompanyLoad = WireOf<typeof getCompanyLoad>
type LoadOperation = (typeof loadOperations)[number]

const icons = {
  credit: CircleDollarSign,
  refund: Undo2,
  stopRefund: CircleStop,
  undo: RotateCcw,
  reverse: RotateCcwSquare,
  requestRest: BellRing,
}

/** What two administrators can do with the money of a load that is not as quoted. */
export const LoadOperations = ({ found }: { found: CompanyLoad }) => {
  const t = useText('companyLoads')
  const [chosen, setChosen] = useState<Exclude<LoadOperation, 'requestRest'> | null>(null)
  const { load, payer, operations } = found
  const rest = useAction(requestRest, {
    onDone: () => toastSuccess(t('operation.requestRest.done')),
  })
  const start = (operation: LoadOperation) => () =>
    operation === 'requestRest' ? rest.mutate({ params: { id: load.id } }) : setChosen(operation)
  // A load that can be undone has no choices: its net is what is on its way to the card.
  const net = load.resolutions.find(({ kind }) => kind === 'credit')?.net ?? load.net
  const facts = { net: moneyText(net), amount: amountsText(load.refund?.amounts ?? []), name: payer.name }
  return (
    <>
      {operations.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {operations.map((operation) => (
            <Button
              key={operation}
              variant={operation === 'credit' || operation === 'refund' ? 'primary' : 'outline'}
              icon={icons[operation]}
              busy={operation === 'requestRest' && rest.isPending}
              onClick={start(operation)}
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
        gross={load.gross}
        address={load.refund?.address ?? ''}
        facts={facts}
        onClose={() => setChosen(null)}
      />
    </>
  )
}
