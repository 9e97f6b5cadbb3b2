import { describe, expect, it } from 'vitest'
import { formEngine, type Box, type Values } from './form-engine.ts'

type TestBox = Box & { focused: number; selected: number }

const box = (type = 'text', value = ''): TestBox => {
  const made: TestBox = {
    type,
    value,
    checked: false,
    isConnected: true,
    focused: 0,
    selected: 0,
    focus: () => void (made.focused += 1),
    select: () => void (made.selected += 1),
  }
  return made
}

/** A name is needed, and the second password is the first. */
const check = async ({ name, password, again, address }: Values) => ({
  ...(name === '' ? { name: 'required' } : {}),
  ...(again === password ? {} : { again: 'passwords_differ' }),
  ...((address as Values)['city'] === '' ? { 'address.city': 'required' } : {}),
})

const start = () => {
  const form = formEngine({
    check,
    defaults: { name: '', password: '', again: '', terms: false, address: { city: 'Lima' } },
  })
  const boxes = { name: box(), password: box(), again: box(), terms: box('checkbox'), city: box() }
  form.attach('name', boxes.name)
  form.attach('password', boxes.password)
  form.attach('again', boxes.again)
  form.attach('terms', boxes.terms)
  form.attach('address.city', boxes.city)
  const codes = () =>
    Object.fromEntries(Object.entries(form.read().errors).map(([at, { message }]) => [at, message]))
  return { form, boxes, codes }
}

describe('values', () => {
  it('are shown in their boxes, nested ones too', () => {
    const { boxes } = start()
    expect(boxes.city.value).toBe('Lima')
    expect(boxes.terms.checked).toBe(false)
  })
  it('follow what is typed, and never touch the defaults', async () => {
    const defaults = { name: '', address: { city: 'Lima' } }
    const form = formEngine({ check: async () => ({}), defaults })
    await form.typed('address.city', 'Cusco')
    expect(form.values()).toEqual({ name: '', address: { city: 'Cusco' } })
    expect(form.read().isDirty).toBe(true)
    expect(defaults.address.city).toBe('Lima')
    await form.typed('address.city', 'Lima')
    expect(form.read().isDirty).toBe(false)
  })
  it('set from outside appear in the box; a radio is on where its value is', async () => {
    const form = formEngine({ check: async () => ({}), defaults: { speed: 'regular', name: 'x' } })
    const [regular, immediate, name] = [box('radio', 'regular'), box('radio', 'immediate'), box()]
    for (const radio of [regular, immediate]) form.attach('speed', radio)
    form.attach('name', name)
    expect([regular.checked, immediate.checked]).toEqual([true, false])
    await form.setValue('speed', 'immediate')
    await form.setValue('name', 'Ana')
    expect([regular.checked, immediate.checked, name.value]).toEqual([false, true, 'Ana'])
  })
})

describe('errors', () => {
  it('come when a field is left, not while it is typed for the first time', async () => {
    const { form, codes } = start()
    await form.typed('again', 'x')
    expect(codes()).toEqual({})
    await form.left('again')
    expect(codes()).toEqual({ again: 'passwords_differ' })
  })
  it('go at the change that mends them, also at another field', async () => {
    const { form, codes } = start()
    await form.typed('again', 'secret')
    await form.left('again')
    await form.left('password')
    await form.typed('password', 'secret')
    expect(codes()).toEqual({})
  })
  it('of the server stay until their field changes', async () => {
    const { form, codes, boxes } = start()
    form.setError('name', { type: 'server', message: 'Taken' }, { shouldFocus: true })
    expect(boxes.name.focused).toBe(1)
    await form.left('password')
    expect(codes()).toEqual({ name: 'Taken' })
    await form.typed('name', 'other')
    expect(codes()).toEqual({})
  })
  it('of an earlier check never replace those of a later one', async () => {
    const answers: ((found: Record<string, string>) => void)[] = []
    const slow = () => new Promise<Record<string, string>>((resolve) => void answers.push(resolve))
    const form = formEngine({ check: slow, defaults: { name: '' } })
    const [first, second] = [form.left('name'), form.left('name')]
    answers[1]?.({})
    answers[0]?.({ name: 'required' })
    await Promise.all([first, second])
    expect(form.read().errors).toEqual({})
  })
})

describe('sending', () => {
  it('leads to the first wrong field and hands nothing on', async () => {
    const { form, boxes, codes } = start()
    const handed: Values[] = []
    await form.typed('again', 'x')
    await form.send(async (values) => handed.push(values))
    expect(handed).toEqual([])
    expect(boxes.name.focused).toBe(1)
    expect(codes()).toEqual({ name: 'required', again: 'passwords_differ' })
    expect(form.read()).toMatchObject({ isSubmitted: true, isSubmitting: false })
  })
  it('hands the values on once, however often it is pressed', async () => {
    const { form } = start()
    await form.typed('name', 'Ana')
    let finish = () => {}
    let sent = 0
    const handler = () => {
      sent += 1
      return new Promise<void>((resolve) => (finish = resolve))
    }
    const first = form.send(handler)
    await Promise.resolve().then(() => undefined)
    await form.send(handler)
    expect(form.read().isSubmitting).toBe(true)
    finish()
    await first
    expect([sent, form.read().isSubmitting]).toEqual([1, false])
  })
  it('ends also when the handler throws', async () => {
    const form = formEngine({ check: async () => ({}), defaults: {} })
    await expect(form.send(async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(form.read().isSubmitting).toBe(false)
  })
})

describe('checking a part', () => {
  it('shows only its errors and tells whether it is right', async () => {
    const { form, codes, boxes } = start()
    await form.typed('again', 'x')
    expect(await form.trigger(['name'], { shouldFocus: true })).toBe(false)
    expect(codes()).toEqual({ name: 'required' })
    expect(boxes.name.focused).toBe(1)
    expect(await form.trigger(['address.city'])).toBe(true)
    expect(await form.trigger()).toBe(false)
  })
})

describe('a reset', () => {
  it('shows the first values again, without errors', async () => {
    const { form, boxes, codes } = start()
    await form.typed('name', 'Ana')
    await form.left('again')
    form.reset()
    expect([boxes.name.value, codes(), form.read().isDirty]).toEqual(['', {}, false])
    form.reset({ name: 'Eva', address: { city: 'Cusco' } })
    expect([boxes.name.value, boxes.city.value]).toEqual(['Eva', 'Cusco'])
  })
})
