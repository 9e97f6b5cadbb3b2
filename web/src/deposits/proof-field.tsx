import { proofBytes, uploadProof } from '@cardamom/contract/deposits'
import { FileUp, Trash2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { ApiError, call } from '../kernel/api.ts'
import { useText } from '../kernel/i18n.tsx'
import { sentenceOf } from '../kernel/transport.ts'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/field.tsx'
import { base64Of } from '../ui/picture-field.tsx'

const kinds = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp']

export type Proof = { readonly id: string; readonly name: string }

/** Chooses the proof of a wire. A choice is stored at once, encrypted; the deposit names it. */
export const ProofField = ({
  proof,
  error,
  choose,
}: {
  proof: Proof | null
  error: string | null
  choose: (proof: Proof | null) => void
}) => {
  const t = useText('topUps')
  const input = useRef<HTMLInputElement>(null)
  const errorId = useId()
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const shown = problem ?? error
  const send = async (file: File | undefined) => {
    if (!file) return
    if (file.size > proofBytes || !kinds.includes(file.type)) return setProblem(t('form.proofWrong'))
    setProblem(null)
    setSending(true)
    try {
      const { id } = await call(uploadProof, { input: { file: await base64Of(file) }, errors: 'none' })
      choose({ id, name: file.name })
    } catch (cause) {
      setProblem(cause instanceof ApiError ? sentenceOf(cause) : t('form.proofWrong'))
    } finally {
      setSending(false)
    }
  }
  return (
    <div className="flex flex-col gap-2">
      <span className="text-base font-medium md:text-sm">{t('form.proof')}</span>
      <div className="flex flex-wrap items-center gap-3">
        {proof && <span className="min-w-0 wrap-anywhere">{proof.name}</span>}
        <input
          ref={input}
          type="file"
          accept={kinds.join(',')}
          aria-label={t('form.proof')}
          aria-describedby={shown === null ? undefined : errorId}
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            void send(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <Button icon={FileUp} busy={isSending} onClick={() => input.current?.click()}>
          {t(proof ? 'form.proofOther' : 'form.proofChoose')}
        </Button>
        {proof && (
          <Button variant="ghost" icon={Trash2} onClick={() => choose(null)}>
            {t('form.proofRemove')}
          </Button>
        )}
      </div>
      {shown === null ? (
        <p className="text-base text-mute md:text-sm">{t('form.proofHint')}</p>
      ) : (
        <FieldError id={errorId}>{shown}</FieldError>
      )}
    </div>
  )
}
