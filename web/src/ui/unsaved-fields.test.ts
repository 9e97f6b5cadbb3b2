import { createFormControl, type FieldPath } from 'react-hook-form'
import { beforeEach, describe, expect, it } from 'vitest'
import { formMethods, formRules } from './form-rules.ts'

type TypedFields = { name: string; city: string; note: string; password: string; rows: { title: string }[] }
const first: TypedFields = {
  name: 'Ana',
  city: '',
  note: '',
  password: '',
  rows: [{ title: 'a' }, { title: 'b' }],
}

type ShownField = { readonly tagName?: string; readonly autocomplete?: string }
/** The parts of an element that the code reads: its tag and its autocomplete. */
const elementOf = ({ tagName = 'INPUT', autocomplete }: ShownField) =>
  ({ tagName, getAttribute: () => autocomplete ?? null, focus: () => undefined }) as unknown as Element

const start = (shown: Partial<Record<FieldPath<TypedFields>, ShownField>>) => {
  const rules = formRules<TypedFields>(undefined)
  const library = createFormControl<TypedFields>({ ...rules.options, defaultValues: first })
  library.subscribe({ callback: () => undefined })
  const methods = formMethods<TypedFields>(library, rules)
  const onPage = new Set<Element>()
  for (const [name, forms] of Object.entries(shown)) {
    const element = elementOf(forms ?? {})
    onPage.add(element)
    methods.register(name as FieldPath<TypedFields>).ref(element)
  }
  const part = { contains: (element: Element) => onPage.has(element) } as unknown as Node
  const isUnsaved = () => methods.unsaved.isWithin(part)
  return { library, methods, isUnsaved, leavePage: () => onPage.clear() }
}

describe('what is typed and not saved', () => {
  let form: ReturnType<typeof start>
  beforeEach(() => {
    form = start({ name: {}, city: {} })
  })
  it('is the difference from the first values', () => {
    expect(form.isUnsaved()).toBe(false)
    form.methods.setValue('city', 'Lima')
    expect(form.isUnsaved()).toBe(true)
    form.methods.setValue('city', '')
    expect(form.isUnsaved()).toBe(false)
  })
  it('counts only while its field is on the page', () => {
    form.methods.setValue('city', 'Lima')
    form.leavePage()
    expect(form.isUnsaved()).toBe(false)
  })
  it('is nothing while it is being sent and after it was saved', async () => {
    form.methods.setValue('city', 'Lima')
    await form.methods.submit(async () => expect(form.isUnsaved()).toBe(false))
    expect(form.isUnsaved()).toBe(false)
    form.methods.setValue('city', 'Cusco')
    expect(form.isUnsaved()).toBe(true)
  })
  it('stays unsaved when the handler says so or fails', async () => {
    form.methods.setValue('city', 'Lima')
    await form.methods.submit(async () => false)
    expect(form.isUnsaved()).toBe(true)
    await expect(form.methods.submit(async () => Promise.reject(new Error('bug')))).rejects.toThrow('bug')
    expect(form.isUnsaved()).toBe(true)
  })
  it('is the difference from the values of a reset by the handler', async () => {
    form.methods.setValue('city', 'Lima')
    await form.methods.submit(async () => form.methods.reset({ ...first, city: 'Puno' }))
    expect(form.isUnsaved()).toBe(false)
    form.methods.setValue('city', 'Lima')
    expect(form.isUnsaved()).toBe(true)
  })
  it('is discarded: the form has the last saved values again', async () => {
    form.methods.setValue('city', 'Lima')
    await form.methods.submit(async () => undefined)
    form.methods.setValue('name', 'Eva')
    form.methods.unsaved.discard()
    expect(form.library.getValues()).toMatchObject({ name: 'Ana', city: 'Lima' })
    expect(form.isUnsaved()).toBe(false)
  })
})

describe('a form counts', () => {
  it('with at least two fields, or with one long text field', () => {
    const short = start({ name: {} })
    short.methods.setValue('name', 'Eva')
    expect(short.isUnsaved()).toBe(false)
    const long = start({ note: { tagName: 'TEXTAREA' } })
    long.methods.setValue('note', 'It was never delivered.')
    expect(long.isUnsaved()).toBe(true)
  })
  it('without its passwords and codes', () => {
    const { methods, isUnsaved } = start({
      name: {},
      city: { autocomplete: 'one-time-code' },
      password: { autocomplete: 'new-password' },
    })
    methods.setValue('name', 'Eva')
    methods.setValue('password', 'pepper-and-salt')
    expect(isUnsaved()).toBe(false)
  })
  it('with its rows, removed ones too', () => {
    const { methods, isUnsaved } = start({ 'rows.0.title': {}, 'rows.1.title': {} })
    methods.setValue('rows', [{ title: 'a' }])
    expect(isUnsaved()).toBe(true)
  })
})
