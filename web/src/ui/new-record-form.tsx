import type { Endpoint } from '@cardamom/contract/endpoint'
import { useRef } from 'react'
import { call } from '../kernel/api.ts'
import { queryClient } from '../kernel/query.ts'
import { Button } from './button.tsx'
import { useContractForm } from './form.tsx'
import { ActionBar } from './page-parts.tsx'
import { Panel } from './panel.tsx'
import { FieldOf, type RecordField } from './record-form.tsx'

type Values = Record<string, string>
type LooseCall = (endpoint: Endpoint, args: object) => Promise<unknown>

/** A form that creates a record. A press after a lost answer sends the same Idempotency-Key. */
export const NewRecordForm = <R,>({
  fields,
  start,
  endpoint,
  lists,
  submit,
  onDone,
}: {
  fields: readonly RecordField<R>[]
  /** The value of each field before it is typed. */
  start: Values
  endpoint: Endpoint
  /** Lists that show the record. */
  lists: readonly Endpoint[]
  submit: string
  onDone: (record: R) => void
}) => {
  const form = useContractForm<Values>({ defaultValues: start })
  const key = useRef({ content: '', key: '' })
  const send = async (values: Values) => {
    const input = Object.fromEntries(
      fields.map(({ name, sentAs }) => {
        const typed = values[name] ?? ''
        return [name, sentAs ? sentAs(typed) : typed]
      }),
    )
    const content = JSON.stringify(input)
    if (key.current.content !== content) key.current = { content, key: crypto.randomUUID() }
    const args = { input, idempotencyKey: key.current.key, errors: 'fields' }
    const record = (await (call as unknown as LooseCall)(endpoint, args)) as R
    await Promise.all(lists.map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })))
    onDone(record)
  }
  return (
    <form noValidate onSubmit={form.send(send)}>
      <Panel>
        <div className="flex flex-col gap-5">
          {fields.map((field) => (
            <FieldOf key={field.name} form={form} field={field} />
          ))}
        </div>
      </Panel>
      <ActionBar>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
          {submit}
        </Button>
      </ActionBar>
    </form>
  )
}
