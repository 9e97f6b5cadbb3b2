import type { Endpoint, WireOf } from '@cardamom/contract/endpoint'
import type { LiveTopic } from '@cardamom/contract/events'
import {
  QueryCache,
  QueryClient,
  useMutation,
  useQuery,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { areaOf } from './area.ts'
import { ApiError, call, type CallArguments, type CallOptions } from './api.ts'
import { localeStore } from './locale.ts'
import { liveEvents, liveMissed } from './live-hub.ts'
import { onUnlocked, useLocked } from './lock.ts'
import { onPersonLeft, whileTokenIsChecked } from './session.ts'
import { storedUser } from './storage.ts'

/** A locked session is no failure of the page below: it waits, as if nothing had been asked. */
const waitWhileLocked = new QueryCache({
  onError: (error, query) => {
    if (!(error instanceof ApiError) || error.status !== 423) return
    if (query.state.data === undefined) query.reset()
    else query.setState({ status: 'success', error: null })
  },
})

/** Retries belong to `call`, which knows what may be sent twice. */
export const queryClient = new QueryClient({
  queryCache: waitWhileLocked,
  defaultOptions: {
    queries: { retry: false, staleTime: 15_000, gcTime: 5 * 60_000 },
    // Without a network a press says so at once, instead of waiting for it.
    mutations: { retry: false, networkMode: 'always' },
  },
})

type Meta = { readonly live?: readonly LiveTopic[] }

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Meta
  }
}

/** Keeps what is shown true: live events and language switches read again, another person clears all. */
export const startQueries = (): void => {
  liveEvents.listen((event) => {
    const predicate = ({ meta }: { meta?: Meta | undefined }) =>
      meta?.live?.some((topic) => event.type.startsWith(topic)) ?? false
    void queryClient.invalidateQueries({ predicate })
  })
  liveMissed.listen(
    () => void queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.live !== undefined }),
  )
  localeStore.listen(() => void queryClient.invalidateQueries())
  onPersonLeft(() => queryClient.clear())
  onUnlocked(() => void queryClient.invalidateQueries())
}

type Arguments<E extends Endpoint> = Omit<CallArguments<E>, 'idempotencyKey' | 'signal' | 'ifMatch'>
export type QueryOptions = {
  /** Events after which it is read again, one or all of a noun: `live: ['load.credited', 'card.']`. */
  readonly live?: readonly LiveTopic[]
  readonly enabled?: boolean
  /** Shows the last answer while the next page or filter is read. */
  readonly keepPrevious?: boolean
  readonly staleMs?: number
}

/** The key under which `useCall` keeps an answer: path first, so `[endpoint.path]` names all of them. */
export const callKey = (endpoint: Endpoint, args?: { params?: unknown; input?: unknown }) =>
  [endpoint.path, args?.params ?? null, args?.input ?? null] as const

/** Reads a call and keeps its answer: `useCall(getLoad, { params: { loadId } }, { live: ['load.'] })`. */
export const useCall = <E extends Endpoint>(
  endpoint: E,
  args: Arguments<E>,
  options: QueryOptions = {},
): UseQueryResult<WireOf<E>, ApiError> => {
  const isLocked = useLocked()
  return useQuery<WireOf<E>, ApiError>({
    queryKey: callKey(endpoint, args),
    queryFn: ({ signal }) => (call as LooseCall)(endpoint, { ...args, signal }) as Promise<WireOf<E>>,
    enabled: (options.enabled ?? true) && (!isLocked || endpoint.whileLocked === true),
    ...(options.staleMs === undefined ? {} : { staleTime: options.staleMs }),
    ...(options.keepPrevious ? { placeholderData: (previous) => previous } : {}),
    ...(options.live === undefined ? {} : { meta: { live: options.live } }),
  })
}

/** The generic arguments are checked where `useCall` and `useAction` are used. */
type LooseCall = (endpoint: Endpoint, args: object) => Promise<unknown>

/** A page's reads, as it passes them to `useCall`. */
type Reads = Readonly<Record<string, readonly [Endpoint, object]>>

/** How a call is made whose failure is left to the page that comes, and whose 401 to the session's own check. */
export const ahead = { errors: 'quiet', session: 'checked-by-caller' } as const

/** Does something in the moment when a cardholder's stored token is checked. */
export const whileCardholderIsChecked = (begin: () => Promise<unknown>): void =>
  whileTokenIsChecked(() => areaOf(storedUser()) === 'cardholder' && begin())

/** Asks for the answers, and keeps them for who calls `useCall` with the same. */
export const prefetch = (reads: Reads): Promise<unknown> =>
  Promise.all(
    Object.values(reads).map(([endpoint, args]) =>
      queryClient.prefetchQuery({
        queryKey: callKey(endpoint, args),
        queryFn: () => (call as LooseCall)(endpoint, { ...args, ...ahead }),
      }),
    ),
  )

/**
 * Asks for what a cardholder's page will show in the moment when their stored token is checked, so that both answers
 * come at once. A page says so where its file begins. What stands in the `-reads.ts` beside a page is asked for even
 * before that (early.ts), and these calls take the answers.
 */
export const readAhead = (reads: Reads): void => whileCardholderIsChecked(() => prefetch(reads))

export type ActionOptions<E extends Endpoint> = {
  readonly errors?: CallOptions['errors']
  readonly onDone?: (answer: WireOf<E>) => void
  /** Calls whose answers change by this: read again when it is done. */
  readonly changes?: readonly Endpoint[]
}

type Act = { readonly content: string; readonly key: string; answering: Promise<unknown> | null }

/**
 * A call that does something. A press while the same act is under way waits for its answer, and one after a lost
 * answer carries the same Idempotency-Key, so a tired finger never moves money twice (api §2).
 */
export const useAction = <E extends Endpoint>(
  endpoint: E,
  options: ActionOptions<E> = {},
): UseMutationResult<
  WireOf<E>,
  ApiError,
  Omit<CallArguments<E>, keyof CallOptions> & { ifMatch?: string }
> => {
  const latest = useRef<Act | null>(null)
  const perform = async (act: Act, args: object): Promise<WireOf<E>> => {
    const errors = options.errors ?? 'toast'
    const key = endpoint.idempotent === true ? { idempotencyKey: act.key } : {}
    try {
      const answer = (await (call as LooseCall)(endpoint, { ...args, ...key, errors })) as WireOf<E>
      if (latest.current === act) latest.current = null
      const paths = (options.changes ?? []).map(({ path }) => path)
      await Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })))
      options.onDone?.(answer)
      return answer
    } finally {
      act.answering = null
    }
  }
  return useMutation({
    mutationFn: async (args) => {
      const content = JSON.stringify(args)
      if (latest.current?.content !== content) {
        latest.current = { content, key: crypto.randomUUID(), answering: null }
      }
      const act = latest.current
      act.answering ??= perform(act, args)
      return (await act.answering) as WireOf<E>
    },
  })
}

const readAgainMs = 2500

/** Reads again every few seconds while something is under way, for when the live stream is silent. */
export const useReadAgain = ({
  isUnderWay,
  read,
}: {
  isUnderWay: boolean
  read: () => Promise<unknown>
}): void => {
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setInterval(() => void read(), readAgainMs)
    return () => clearInterval(timer)
  }, [isUnderWay, read])
}

/** A value once it has stood still for a moment: what is still being typed asks nobody. */
export const useSettled = <T>(value: T, stillMs: number): T => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), stillMs)
    return () => clearTimeout(timer)
  }, [value, stillMs])
  return settled
}
