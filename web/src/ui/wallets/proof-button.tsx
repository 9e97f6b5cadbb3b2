import { getProof } from '@cardamom/contract/deposits'
import type { WireOf } from '@cardamom/contract/endpoint'
import { Paperclip } from 'lucide-react'
import { useText } from '../../kernel/i18n.tsx'
import { useAction } from '../../kernel/query.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'

type Proof = WireOf<typeof getProof>

/** Saves a PDF as a file: it is not opened in a page of ours. */
const save = ({ base64, contentType }: Proof, name: string) => {
  const bytes = Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0) ?? 0)
  const url = URL.createObjectURL(new Blob([bytes], { type: contentType }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}.pdf`
  link.click()
  URL.revokeObjectURL(url)
}

/** Opens the proof of a wire. It is read each time, because every view is recorded. */
export const ProofButton = ({ id, name }: { id: string; name: string }) => {
  const t = useText('walletMoney')
  const proof = useAction(getProof)
  const picture = proof.data?.contentType === 'image/jpeg' ? proof.data : null
  const open = async () => {
    const found = await proof.mutateAsync({ params: { id } })
    if (found.contentType === 'application/pdf') save(found, name)
  }
  return (
    <>
      <Button
        icon={Paperclip}
        size="small"
        busy={proof.isPending}
        onClick={() => void open().catch(() => undefined)}
      >
        {t('proof.open')}
      </Button>
      <Dialog open={picture !== null} onClose={proof.reset} size="form" title={t('proof.title', { name })}>
        {picture && (
          <img
            src={`data:${picture.contentType};base64,${picture.base64}`}
            alt={t('proof.title', { name })}
            className="max-h-[70dvh] w-full rounded-lg object-contain"
          />
        )}
      </Dialog>
    </>
  )
}
