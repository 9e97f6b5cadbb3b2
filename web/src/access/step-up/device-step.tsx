import { FingerprintPattern, Usb } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { problemOf } from '../../kernel/transport.ts'
import { Button } from '../../ui/button.tsx'
import { NoteBox } from '../../ui/note-box.tsx'
import { useCeremonyText } from './ceremony-text.ts'
import type { StepProps } from './proof-task.ts'
import { stepUpClient } from './provider.ts'

/** A passkey of this device or a plugged-in key: the browser shows its own dialog. */
export const DeviceStep = ({ task, handIn, kind }: StepProps & { kind: 'passkey' | 'securityKey' }) => {
  const t = useText('stepUp')
  const ceremonyText = useCeremonyText()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const confirm = async (): Promise<string | null> => {
    const client = await stepUpClient()
    const token = task.token ?? ''
    client.setToken(token)
    const answer =
      kind === 'passkey' ? await client.passkey.signIn({ token }) : await client.securityKey.verify()
    if (answer.error !== undefined) return ceremonyText(answer)
    if (!answer.data.isVerified || answer.data.token === undefined) {
      return ceremonyText({ errorCode: 'authenticationNotCompleted' })
    }
    return handIn({ kind: 'token', token: answer.data.token })
  }
  const press = async () => {
    setBusy(true)
    setProblem(null)
    setProblem(await confirm().catch(problemOf))
    setBusy(false)
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-mute">{t(`${kind}.lead`)}</p>
      {problem !== null && (
        <NoteBox tone="bad" role="alert">
          {problem}
        </NoteBox>
      )}
      <Button
        variant="primary"
        icon={kind === 'passkey' ? FingerprintPattern : Usb}
        fullWidth
        autoFocus
        busy={isBusy}
        onClick={() => void press()}
      >
        {t(`${kind}.go`)}
      </Button>
    </div>
  )
}
