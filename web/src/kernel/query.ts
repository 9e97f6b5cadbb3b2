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
import { onAnyLive } from './live-hub.ts'
import { onUnlocked, useLocked } from './lock.ts'
import { pauseMs } from './read-again.ts'
import { onPersonLeft, whileTokenIsChecked } from './session.ts'
import { storedUser } from './storage.ts'

/**
 * A 423 of a locked session is not an error of the page behind the lock screen: its reads wait until the
 * session is unlocked.
 */
const waitWhileLocked = new QueryCache({
  onError: (error, query) => {
    if (!(error instanceof ApiError) || error.status !== 423) return
    if (query.state.data === undefined) query.reset()
    else query.setState({ status: 'success', error: null })
  },
})

/** Only `call` retries, because it knows which calls may be repeated. */
export const queryClient = new QueryClient({
  queryCache: waitWhileLocked,
  defaultOptions: {
    queries: { retry: false, staleTime: 15_000, gcTime: 5 * 60_000 },
    // Without a network an action fails at once instead of waiting.
    mutations: { retry: false, networkMode: 'always' },
  },
})

type Meta = { readonly live?: readonly LiveTopic[] }

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Meta
  }
}

/**
 * Refreshes queries: live events, an unlock and a change of language read again; another person clears
 * all.
 */
export const startQueries = (): void => {
  onAnyLive((mayConcern) => {
    const predicate = ({ meta }: { meta?: Meta | undefined }) =>
      meta?.live !== undefined && mayConcern(meta.live)
    void queryClient.invalidateQueries({ predicate })
  })
  localeStore.listen(() => void queryClient.invalidateQueries())
  onPersonLeft(() => queryClient.clear())
  onUnlocked(() => void queryClient.invalidateQueries())
}

type Arguments<E extends Endpoint> = Omit<CallArguments<E>, 'idempotencyKey' | 'signal' | 'ifMatch'>
export type QueryOptions<E extends Endpoint = Endpoint> = {
  /** Events after which it is read again, one event or all of a noun: `live: ['load.credited', 'card.']`. */
  readonly live?: readonly LiveTopic[]
  readonly enabled?: boolean
  /** Shows the last answer while the next page or filter is read. */
  readonly showsPrevious?: boolean
  readonly staleMs?: number
  /**
   * After which pause this answer is read again, besides the live events: `ofMachines`, `ofPeople` or false.
   */
  readonly againMs?: (answer: WireOf<E>) => number | false
}

/**
 * The cache key of a call's answer. The path comes first, so `[endpoint.path]` matches all answers of the
 * endpoint.
 */
export const callKey = (endpoint: Endpoint, args?: { params?: unknown; input?: unknown }) =>
  [endpoint.path, args?.params ?? null, args?.input ?? null] as const

/** Reads a call and caches its answer: `useCall(getLoad, { params: { loadId } }, { live: ['load.'] })`. */
export const useCall = <E extends Endpoint>(
  endpoint: E,
  args: Arguments<E>,
  options: QueryOptions<E> = {},
): UseQueryResult<WireOf<E>, ApiError> => {
  const isLocked = useLocked()
  return useQuery<WireOf<E>, ApiError>({
    queryKey: callKey(endpoint, args),
    queryFn: ({ signal }) => (call as LooseCall)(endpoint, { ...args, signal }) as Promise<WireOf<E>>,
    enabled: (options.enabled ?? true) && (!isLocked || endpoint.whileLocked === true),
    refetchInterval: ({ state }) => pauseMs(state, options.againMs),
    ...(options.staleMs === undefined ? {} : { staleTime: options.staleMs }),
    ...(options.showsPrevious ? { placeholderData: (previous) => previous } : {}),
    ...(options.live === undefined ? {} : { meta: { live: options.live } }),
  })
}

/** Types of the arguments are checked where `useCall` and `useAction` are used. */
type LooseCall = (endpoint: Endpoint, args: object) => Promise<unknown>

/** A page's reads, with the arguments of `useCall`. */
type Reads = Readonly<Record<string, readonly [Endpoint, object]>>

/**
 * Options of a call that is made before its page is shown: the page shows its errors, and the session's own
 * check handles a 401.
 */
export const ahead = { errors: 'none', session: 'checked-by-caller' } as const

/** Runs `start` while a cardholder's stored token is checked. */
export const whileCardholderIsChecked = (start: () => Promise<unknown>): void =>
  whileTokenIsChecked(() => areaOf(storedUser()) === 'cardholder' && start())

/** Sends the calls and caches their answers for `useCall` with the same arguments. */
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
 * Sends the reads of a cardholder's page while their stored token is checked, so that both answers arrive at
 * about the same time. A page calls this at the top of its file. Reads in the `-reads.ts` of the page's
 * folder are sent even earlier (early.ts), and these calls use those answers.
 */
export const readAhead = (reads: Reads): void => whileCardholderIsChecked(() => prefetch(reads))

export type ActionOptions<E extends Endpoint> = {
  readonly errors?: CallOptions['errors']
  readonly onDone?: (answer: WireOf<E>) => void
  /** Calls whose answers change by this action: they are read again when it is done. */
  readonly changes?: readonly Endpoint[]
}

type Submission = { readonly content: string; readonly key: string; answering: Promise<unknown> | null }

/**
 * A call with an effect. A second press while it is running waits for the same answer, and a press after a
 * lost answer sends the same Idempotency-Key, so repeated presses never transfer money twice (api §2).
 */
export const useAction = <E extends Endpoint>(
  endpoint: E,
  options: ActionOptions<E> = {},
): UseMutationResult<
  WireOf<E>,
  ApiError,
  Omit<CallArguments<E>, keyof CallOptions> & { ifMatch?: string }
> => {
  const latest = useRef<Submission | null>(null)
  const perform = async (submission: Submission, args: object): Promise<WireOf<E>> => {
    const errors = options.errors ?? 'toast'
    const key = endpoint.idempotent === true ? { idempotencyKey: submission.key } : {}
    try {
      const answer = (await (call as LooseCall)(endpoint, { ...args, ...key, errors })) as WireOf<E>
      if (latest.current === submission) latest.current = null
      const paths = (options.changes ?? []).map(({ path }) => path)
      await Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })))
      options.onDone?.(answer)
      return answer
    } finally {
      submission.answering = null
    }
  }
  return useMutation({
    mutationFn: async (args) => {
      const content = JSON.stringify(args)
      if (latest.current?.content !== content) {
        latest.current = { content, key: crypto.randomUUID(), answering: null }
      }
      const submission = latest.current
      submission.answering ??= perform(submission, args)
      return (await submission.answering) as WireOf<E>
    },
  })
}

/** A value after it has not changed for `stillMs`, so that no request is sent while the person types. */
export const useSettled = <T>(value: T, stillMs: number): T => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), stillMs)
    return () => clearTimeout(timer)
  }, [value, stillMs])
  return settled
}
