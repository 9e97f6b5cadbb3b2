import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { problemOf } from '../../kernel/transport.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/text-field.tsx'

const digits = 6
const onlyDigits = (text: string) => text.replace(/\D/g, '').slice(0, digits)

/** Six digits, sent by themselves with the last one; a wrong code is kept, selected, to be typed over. */
export const CodeForm = ({
  label,
  below,
  check,
}: {
  label: string
  /** Beside the button: "Send a new code". */
  below?: ReactNode
  /** Resolves to a sentence when the code does not hold. */
  check: (code: string) => Promise<string | null>
}) => {
  const t = useText('stepUp')
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const send = async (typed: string) => {
    if (isBusy) return
    if (typed.length < digits) {
      setProblem(t('code.missing'))
      return
    }
    setBusy(true)
    const said = await check(typed).catch(problemOf)
    setBusy(false)
    setProblem(said)
    if (said !== null) field.current?.select()
  }
  const type = (text: string) => {
    const typed = onlyDigits(text)
    setCode(typed)
    setProblem(null)
    if (typed.length === digits && typed !== code) void send(typed)
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void send(code)
      }}
    >
      <CodeField
        label={label}
        ref={field}
        // The person came here to type it.
        autoFocus
        value={code}
        error={problem}
        maxLength={digits + 4}
        onChange={(event) => type(event.target.value)}
      />
      <Button type="submit" variant="primary" wide busy={isBusy}>
        {t('code.go')}
      </Button>
      {below}
    </form>
  )
}
