import type { getTopUp } from '@cardamom/contract/deposits'
import type { WireOf } from '@cardamom/contract/endpoint'
import { FileCheck2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { Button } from '../ui/button.tsx'
import { dialogPart } from '../ui/dialog.tsx'

const dialogs = () => import('./deposit-ending-dialogs.tsx')
const MatchDialog = dialogPart(async () => (await dialogs()).MatchDialog)
const ReverseDialog = dialogPart(async () => (await dialogs()).ReverseDialog)

/** What a second person does with a wire: finds it on a statement, or has it reversed. */
export const DepositEndings = ({ found }: { found: WireOf<typeof getTopUp> }) => {
  const t = useText('topUps')
  const [open, setOpen] = useState<'match' | 'reverse' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      {found.canMatch && (
        <Button icon={FileCheck2} size="small" onClick={() => setOpen('match')}>
          {t('match.button')}
        </Button>
      )}
      {found.canReverse && (
        <Button icon={Undo2} size="small" variant="danger" onClick={() => setOpen('reverse')}>
          {t('reverse.button')}
        </Button>
      )}
      <MatchDialog open={open === 'match'} found={found} onClose={close} />
      <ReverseDialog open={open === 'reverse'} found={found} onClose={close} />
    </>
  )
}
