import { proveJournal } from '@cardamom/contract/reports/ledger-journals'
import { FileCheck } from 'lucide-react'
import { useState } from 'react'
import { call } from '../kernel/api.ts'
import { useText } from '../kernel/i18n.tsx'
import { Button } from '../ui/button.tsx'

/** Saves a proof as the one line that tools/verify-proof.mjs reads. */
const save = (name: string, proof: object): void => {
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(proof)}\n`], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** Downloads the proof of a journal. The toast of the call says why it failed. */
export const ProofButton = ({ id }: { id: string }) => {
  const t = useText('ledger')
  const [isBusy, setBusy] = useState(false)
  const load = async () => {
    setBusy(true)
    try {
      save(`${t('journal.proofFile')}-${id}.json`, await call(proveJournal, { params: { id } }))
    } catch {
      // The toast of the call has said it.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={FileCheck} busy={isBusy} onClick={() => void load()}>
      {t('journal.proof')}
    </Button>
  )
}
