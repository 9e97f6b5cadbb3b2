import { isValidElement, type ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../kernel/api-error.ts'
import { Loaded, ReadFailed, Settled } from './loaded.tsx'

type Card = { readonly digits: string }
type Read<T> = {
  data: T | undefined
  error: ApiError | null
  isFetching: boolean
  refetch: () => Promise<unknown>
}

const refetch = async () => undefined
const pending = { data: undefined, error: null, isFetching: true, refetch }
const read = <T>(data: T): Read<T> => ({ data, error: null, isFetching: false, refetch })
const refused = (status: number) => ({
  data: undefined,
  error: new ApiError({ status, code: 'record_not_found', message: 'Not there' }),
  isFetching: false,
  refetch,
})

type ShownRead = { missing?: string; empty?: string }

/** What the component renders; a failure as its title and the number of reads that can be repeated. */
const shown = (found: Read<Card>, limits: Read<number> = read(1), { missing, empty }: ShownRead = {}) => {
  const node: ReactNode = Loaded({
    reads: { card: found, limits },
    waiting: 'waiting',
    failed: 'Nothing could be read.',
    ...(missing === undefined ? {} : { missing }),
    empty: (data) => empty !== undefined && data.limits === 0 && empty,
    children: (data) => `card ${data.card.digits}, ${data.limits}`,
  })
  if (!isValidElement<{ title: string; reads: readonly unknown[] }>(node)) return node
  expect(node.type).toBe(ReadFailed)
  return `${node.props.title} (${node.props.reads.length})`
}
const card = read({ digits: '4821' })

describe('a component that shows what was read', () => {
  it('waits until all data is there, and then passes it on', () => {
    expect(shown(pending)).toBe('waiting')
    expect(shown(card, pending)).toBe('waiting')
    expect(shown(card)).toBe('card 4821, 1')
  })
  it('says what could not be read, and offers to read it again', () => {
    expect(shown(card, refused(500))).toBe('Nothing could be read. (1)')
    expect(shown(refused(500), pending)).toBe('Nothing could be read. (1)')
    expect(shown(refused(500), refused(503))).toBe('Nothing could be read. (2)')
  })
  it('distinguishes a missing record from one that could not be read', () => {
    expect(shown(refused(404), read(1), { missing: 'No such card' })).toBe('No such card')
    expect(shown(refused(422), read(1), { missing: 'No such card' })).toBe('No such card')
    expect(shown(refused(500), read(1), { missing: 'No such card' })).toBe('Nothing could be read. (1)')
    expect(shown(refused(404))).toBe('Nothing could be read. (1)')
  })
  it('has a text for an empty answer', () => {
    expect(shown(card, read(0), { empty: 'No limits yet' })).toBe('No limits yet')
    expect(shown(card, read(1), { empty: 'No limits yet' })).toBe('card 4821, 1')
  })
  it('still shows the data when reading it again fails', () => {
    expect(shown({ ...card, error: new ApiError({ status: 503, code: 'unknown', message: '' }) })).toBe(
      'card 4821, 1',
    )
  })
  it('shows what depends on the error, and reads again only what failed', () => {
    const readAgain: string[] = []
    const failing = (name: string, status: number) => ({
      ...refused(status),
      refetch: async () => void readAgain.push(name),
    })
    const node: ReactNode = Loaded({
      reads: { card, limits: failing('limits', 410), terms: failing('terms', 500), other: pending },
      failed: ({ error, again, note }) => {
        again()
        return [error.status, note('Nothing could be read.')]
      },
      children: () => 'data',
    })
    const [status, note] = node as [number, { props: { title: string; reads: readonly unknown[] } }]
    expect(status).toBe(410)
    expect(note.props).toMatchObject({ title: 'Nothing could be read.', reads: [{}, {}] })
    expect(readAgain).toEqual(['limits', 'terms'])
  })
})

it('a page whose layout depends on several reads waits until each has data or has failed', () => {
  const settled = (reads: Parameters<typeof Settled>[0]['reads']) =>
    Settled({ reads, waiting: 'waiting', children: 'page' })
  expect(settled({ card, limits: pending })).toBe('waiting')
  expect(settled({ card: refused(500), limits: pending })).toBe('waiting')
  expect(settled({ card, limits: refused(500) })).toBe('page')
  expect(settled({})).toBe('page')
})
