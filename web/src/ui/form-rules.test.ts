import { createFormControl, type FieldValues } from 'react-hook-form'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ApiError } from '../kernel/api-error.ts'
import { formMethods, formRules, type Rules } from './form-rules.ts'

const Account = z
  .object({
    name: z.string().min(1),
    password: z.string(),
    again: z.string(),
    address: z.object({ city: z.string().min(1) }),
    rows: z.array(z.object({ title: z.string().min(1) })).max(2, { error: 'too_many_rows' }),
  })
  .superRefine(({ password, again }, issues) => {
    if (password !== again) issues.addIssue({ code: 'custom', path: ['again'], message: 'passwords_differ' })
  })
type Account = z.infer<typeof Account>

const empty: Account = {
  name: '',
  password: '',
  again: '',
  address: { city: 'Lima' },
  rows: [{ title: 'a' }],
}

/**
 * A form on the real library, without a browser: a field is an object with only the needed parts of an input.
 */
const start = (schema: Rules<Account> = Account, defaultValues = empty) => {
  const rules = formRules<Account>(schema)
  const library = createFormControl<Account>({ ...rules.options, defaultValues })
  // `useForm` subscribes too; the library tracks what is typed only when there is a subscriber.
  library.subscribe({ callback: () => undefined })
  const methods = formMethods<Account>(library, rules)
  const focused: string[] = []
  const selected: string[] = []
  const fieldOf = (name: Parameters<typeof methods.register>[0]) => {
    const { ref, onChange, onBlur } = methods.register(name)
    const box = { name, value: '', focus: () => focused.push(name), select: () => selected.push(name) }
    ref(box)
    return {
      box,
      type: async (value: unknown) => await onChange({ type: 'change', target: { name, value } }),
      leave: async () => await onBlur({ type: 'blur', target: { name, value: library.getValues(name) } }),
    }
  }
  const fields = {
    name: fieldOf('name'),
    password: fieldOf('password'),
    again: fieldOf('again'),
    city: fieldOf('address.city'),
  }
  const messages = () => {
    const named: Record<string, string> = {}
    const collect = (errors: FieldValues, prefix: string) => {
      for (const [key, error] of Object.entries(errors)) {
        if (typeof error?.message === 'string') named[prefix + key] = error.message
        else if (typeof error === 'object' && error !== null && key !== 'ref')
          collect(error, `${prefix}${key}.`)
      }
    }
    collect(library.control._formState.errors, '')
    return named
  }
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  return { library, methods, rules, fields, focused, selected, messages, settle }
}

const refusal = (errors: Record<string, string[]>) =>
  new ApiError({ status: 409, code: 'email_taken', message: 'Taken', errors })

describe('values', () => {
  it('are shown in their boxes, nested ones too, and do not change the defaults', async () => {
    const { fields, library } = start()
    expect(fields.city.box.value).toBe('Lima')
    await fields.city.type('Cusco')
    expect(library.getValues().address).toEqual({ city: 'Cusco' })
    expect(empty.address.city).toBe('Lima')
  })
  it('that code sets appear in the box', () => {
    const { fields, methods } = start()
    methods.setValue('name', 'Ana')
    expect(fields.name.box.value).toBe('Ana')
  })
})

describe('errors', () => {
  it('appear when a field is left, not while it is first typed', async () => {
    const { fields, messages } = start()
    await fields.again.type('x')
    expect(messages()).toEqual({})
    await fields.again.leave()
    expect(messages()).toEqual({ again: 'passwords_differ' })
  })
  it('appear and disappear when another field changes', async () => {
    const { fields, messages, settle } = start()
    await fields.again.type('secret')
    await fields.again.leave()
    await fields.password.leave()
    await fields.password.type('secret')
    await settle()
    expect(messages()).toEqual({})
    await fields.password.type('secret2')
    await settle()
    expect(messages()).toEqual({ again: 'passwords_differ' })
  })
  it('are not shown at fields that were not visited', async () => {
    const { fields, messages, settle } = start()
    await fields.password.leave()
    await fields.password.type('x')
    await settle()
    expect(messages()).toEqual({})
  })
  it('have a code of the contract when the schema names no code', async () => {
    const { fields, messages } = start()
    await fields.city.type('')
    await fields.city.leave()
    expect(messages()).toEqual({ 'address.city': 'required' })
  })
  it('are checked again when the rules change', async () => {
    const { fields, rules, messages } = start()
    rules.replace(Account.refine(({ name }) => name !== 'Ana', { path: ['name'], error: 'name_empty' }))
    await fields.name.type('Ana')
    await fields.name.leave()
    expect(messages()).toEqual({ name: 'name_empty' })
  })
})

describe('rules that are fetched', () => {
  it('are fetched again until they arrive, and until then every value is valid', async () => {
    let isReachable = false
    const fetched = async () => (isReachable ? Account : Promise.reject(new Error('offline')))
    const { fields, messages } = start(fetched)
    await fields.name.leave()
    expect(messages()).toEqual({})
    isReachable = true
    await fields.name.leave()
    expect(messages()).toEqual({ name: 'required' })
  })
})

describe('what the server refused', () => {
  it('is shown at its fields, and the first gets the focus', async () => {
    const { methods, fields, focused, messages } = start()
    await fields.name.type('Ana')
    await methods.submit(async () => Promise.reject(refusal({ password: ['Weak'], name: ['Taken'] })))
    expect(messages()).toEqual({ password: 'Weak', name: 'Taken' })
    expect(focused).toEqual(['password'])
  })
  it('stays when the field is left or another one changes, and disappears when the field changes', async () => {
    const { methods, fields, messages, settle } = start()
    await fields.name.type('Ana')
    await methods.submit(async () => Promise.reject(refusal({ name: ['Taken'] })))
    await fields.name.leave()
    await fields.city.type('Cusco')
    await settle()
    expect(messages()).toEqual({ name: 'Taken' })
    await fields.name.type('Eva')
    expect(messages()).toEqual({})
  })
  it('disappears at the first change even when nothing was sent before', async () => {
    const { methods, fields, focused, messages } = start()
    expect(await methods.showRefusals({ name: ['Write your name first'] })).toBe(true)
    expect([messages(), focused]).toEqual([{ name: 'Write your name first' }, ['name']])
    await fields.name.type('E')
    expect(messages()).toEqual({})
  })
  it('may be sent again', async () => {
    const { methods, fields } = start()
    await fields.name.type('Ana')
    let sent = 0
    const handler = async () => {
      sent += 1
      if (sent === 1) throw refusal({ name: ['Taken'] })
    }
    await methods.submit(handler)
    await methods.submit(handler)
    expect(sent).toBe(2)
  })
  it('applies to the sent values, not to what was typed meanwhile', async () => {
    const { methods, fields, messages } = start()
    await fields.name.type('Ana')
    let refuse = () => {}
    const answer = new Promise((_, reject) => (refuse = () => reject(refusal({ name: ['Taken'] }))))
    let hasStarted = false
    const ended = methods.submit(() => {
      hasStarted = true
      return answer
    })
    await expect.poll(() => hasStarted).toBe(true)
    await fields.name.type('Eva')
    refuse()
    await ended
    expect(messages()).toEqual({})
    await fields.name.type('Ana')
    expect(messages()).toEqual({ name: 'Taken' })
  })
  it('reports false when the refusal names no field', async () => {
    const { methods, messages } = start()
    expect(await methods.showRefusals({})).toBe(false)
    expect(messages()).toEqual({})
  })
})

describe('sending', () => {
  it('focuses the first wrong field and does not call the handler', async () => {
    const { methods, fields, focused, messages } = start()
    const handed: Account[] = []
    await fields.again.type('x')
    await methods.submit(async (values) => handed.push(values))
    expect(handed).toEqual([])
    expect(focused[0]).toBe('name')
    expect(messages()).toEqual({ name: 'required', again: 'passwords_differ' })
  })
  it('passes the typed values to the handler, once for several presses', async () => {
    const { methods, fields } = start()
    await fields.name.type(' Ana ')
    let finish = () => {}
    const handed: string[] = []
    const handler = (values: Account) => {
      handed.push(values.name)
      return new Promise<void>((resolve) => (finish = resolve))
    }
    const first = methods.submit(handler)
    await methods.submit(handler)
    await expect.poll(() => handed.length).toBe(1)
    await methods.submit(handler)
    finish()
    await first
    expect(handed).toEqual([' Ana '])
    const again = methods.submit(handler)
    await expect.poll(() => handed.length).toBe(2)
    finish()
    await again
  })
  it('ends when the handler throws an error that is not a refusal', async () => {
    const { methods, fields, library } = start()
    await fields.name.type('Ana')
    await expect(methods.submit(async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(library.control._formState.isSubmitting).toBe(false)
    let sent = 0
    await methods.submit(async () => (sent += 1))
    expect(sent).toBe(1)
  })
})

describe('checking a part', () => {
  it('shows only its errors and returns whether it is valid', async () => {
    const { methods, fields, focused, messages } = start()
    await fields.again.type('x')
    expect(await methods.trigger(['name'], { shouldFocus: true })).toBe(false)
    expect([messages(), focused]).toEqual([{ name: 'required' }, ['name']])
    expect(await methods.trigger('address.city')).toBe(true)
    expect(await methods.trigger()).toBe(false)
    expect(messages()).toEqual({ name: 'required', again: 'passwords_differ' })
  })
})

describe('rows', () => {
  it('have the errors of each row, and separately those of the whole list', async () => {
    const { methods, library, messages } = start()
    methods.setValue('name', 'Ana')
    methods.setValue('rows', [{ title: 'a' }, { title: '' }])
    expect(await methods.trigger()).toBe(false)
    expect(messages()).toEqual({ 'rows.1.title': 'required' })
    methods.setValue('rows', [{ title: 'a' }, { title: '' }, { title: 'c' }])
    expect(await methods.trigger()).toBe(false)
    expect(messages()).toEqual({ 'rows.root': 'too_many_rows' })
    methods.setValue('rows', [{ title: 'a' }])
    expect(await methods.trigger()).toBe(true)
    expect(library.getValues('rows')).toEqual([{ title: 'a' }])
  })
  it('show a refusal of the server at the refused row only', async () => {
    const { methods, messages } = start()
    methods.setValue('name', 'Ana')
    methods.setValue('rows', [{ title: 'a' }, { title: 'b' }])
    await methods.submit(async () => Promise.reject(refusal({ 'rows.1.title': ['Taken'] })))
    expect(messages()).toEqual({ 'rows.1.title': 'Taken' })
  })
})

describe('a reset', () => {
  it('restores the first values, or sets others, without errors', async () => {
    const { methods, fields, library, messages } = start()
    await fields.name.type('Ana')
    await methods.submit(async () => Promise.reject(refusal({ name: ['Taken'] })))
    methods.reset()
    expect([library.getValues('name'), messages()]).toEqual(['', {}])
    methods.reset({ ...empty, name: 'Eva' })
    expect(library.getValues('name')).toBe('Eva')
  })
})
