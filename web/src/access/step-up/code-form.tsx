import type { ReactNode } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { problemOf } from '../../kernel/transport.ts'
import { Button } from '../../ui/button.tsx'
import { Controlled, useContractForm } from '../../ui/form.tsx'
import { CodeField } from '../../ui/text-field.tsx'

const digits = 6
const onlyDigits = (text: string) => text.replace(/\D/g, '').slice(0, digits)

/** Six digits, submitted with the last one. A wrong code stays selected, so that it can be typed over. */
export const CodeForm = ({
  label,
  below,
  check,
}: {
  label: string
  /** Next to the button: "Send a new code". */
  below?: ReactNode
  /** Resolves to a sentence when the code is not accepted. */
  check: (code: string) => Promise<string | null>
}) => {
  const t = useText('stepUp')
  const form = useContractForm<{ code: string }>({ defaultValues: { code: '' } })
  const send = form.send(async ({ code }) => {
    const problem = code.length < digits ? t('code.missing') : await check(code).catch(problemOf)
    if (problem === null) return
    await form.showRefusals({ code: [problem] })
    form.setFocus('code', { shouldSelect: true })
  })
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={send}>
      <Controlled form={form} name="code">
        {({ value, onChange, ...field }) => (
          <CodeField
            label={label}
            {...field}
            // The person opened the page to type the code.
            autoFocus
            value={value}
            maxLength={digits + 4}
            onChange={(event) => {
              const typed = onlyDigits(event.target.value)
              onChange(typed)
              if (typed.length === digits && typed !== value) send()
            }}
          />
        )}
      </Controlled>
      <Button type="submit" variant="primary" fullWidth busy={form.formState.isSubmitting}>
        {t('code.go')}
      </Button>
      {below}
    </form>
  )
}
