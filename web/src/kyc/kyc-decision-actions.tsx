import type { KycDecision } from '@cardamom/contract/kyc/kyc-cases'
import { Check, RotateCcw, X, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { Button } from '../ui/button.tsx'
import { dialogPart } from '../ui/dialog.tsx'
import { KeyHint } from '../ui/key-hint.tsx'
import { useRowKeys } from '../ui/list/use-open-row.ts'
import type { KycCase, OpenNextCase } from './kyc-case.ts'

const DecisionDialog = dialogPart(async () => (await import('./kyc-decision-dialog.tsx')).KycDecisionDialog)

const icons: Record<KycDecision, LucideIcon> = { approve: Check, reject: X, reset: RotateCcw }
const keys: Partial<Record<KycDecision, string>> = { approve: 'a', reject: 'r' }

/** The decisions that the case and the reader's permissions allow: approve (A), reject (R), reset. */
export const KycDecisionActions = ({ found, openNext }: { found: KycCase; openNext: OpenNextCase }) => {
  const t = useText('kycCases')
  const [dialog, setDialog] = useState<KycDecision | null>(null)
  const { decisions } = found
  const open = (decision: KycDecision) => () => {
    if (decisions.includes(decision)) setDialog(decision)
  }
  useRowKeys({ a: open('approve'), r: open('reject') })
  return (
    <>
      {decisions.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {decisions.map((decision) => {
            const key = keys[decision]
            return (
              <Button
                key={decision}
                variant={decision === 'approve' ? 'primary' : 'outline'}
                icon={icons[decision]}
                aria-keyshortcuts={key}
                onClick={open(decision)}
              >
                {t(`decision.${decision}.button`)} {key && <KeyHint>{key.toUpperCase()}</KeyHint>}
              </Button>
            )
          })}
        </div>
      )}
      <DecisionDialog
        open={dialog !== null}
        decision={dialog}
        found={found}
        onClose={() => setDialog(null)}
        openNext={openNext}
      />
    </>
  )
}
