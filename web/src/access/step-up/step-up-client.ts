import { Authsignal } from '@authsignal/browser'
import { waitForMagicLink, type MagicLinkAnswer } from './magic-link-wait.ts'
import { answerOf, tokenNotSet } from './step-up-answer.ts'
import type { StepUpAnswer } from './step-up-failure.ts'

export type LaunchMode = 'redirect' | 'popup' | 'window'

export type StepUpSettings = {
  readonly tenantId: string
  /** Base URL of the client API; it ends in `/v1`. */
  readonly baseUrl: string
  /** The provider's ten minutes are over: start the operation again. */
  readonly onTokenExpired: () => void
}

export type SignUp = {
  readonly username?: string
  readonly displayName?: string
  readonly authenticatorAttachment?: 'platform' | 'cross-platform' | null
}
export type SignIn = { readonly action?: string; readonly token?: string; readonly autofill?: boolean }
export type PasskeyAnswer = Readonly<{ isVerified: boolean; token?: string; userId?: string }>
export type CodeAnswer = Readonly<{ isVerified: boolean; token?: string; failureReason?: string }>
type NewFactor = { readonly userAuthenticatorId: string; readonly userId: string }
type SentChallenge = { readonly challengeId: string }

/** A code by mail or SMS: added, sent, checked. */
export type CodeFactor<Where> = {
  readonly enroll: (where: Where) => Promise<StepUpAnswer<NewFactor>>
  readonly challenge: () => Promise<StepUpAnswer<SentChallenge>>
  readonly verify: (input: { code: string }) => Promise<StepUpAnswer<CodeAnswer>>
}

export type StepUpClient = {
  /** Binds later ceremonies to the person and operation of this token; `''` removes the token. */
  readonly setToken: (token: string) => void
  readonly passkey: {
    readonly signUp: (input?: SignUp) => Promise<StepUpAnswer<PasskeyAnswer>>
    /** With `autofill` the browser offers passkeys in the login field; a second call joins the first. */
    readonly signIn: (input?: SignIn) => Promise<StepUpAnswer<PasskeyAnswer>>
    readonly isAvailableOnDevice: (whose: { userId: string }) => Promise<boolean>
  }
  readonly totp: {
    readonly enroll: () => Promise<StepUpAnswer<{ readonly uri: string; readonly secret: string }>>
    readonly verify: (input: { code: string }) => Promise<StepUpAnswer<CodeAnswer>>
  }
  readonly email: CodeFactor<{ email: string }>
  readonly sms: CodeFactor<{ phoneNumber: string }>
  readonly magicLink: {
    readonly enroll: (where: { email: string }) => Promise<StepUpAnswer<NewFactor>>
    readonly challenge: () => Promise<StepUpAnswer<SentChallenge>>
    readonly wait: (signal: AbortSignal) => Promise<StepUpAnswer<MagicLinkAnswer>>
  }
  readonly securityKey: {
    readonly enroll: () => Promise<StepUpAnswer<{ readonly token?: string }>>
    readonly verify: () => Promise<StepUpAnswer<PasskeyAnswer>>
  }
  /**
   * The provider's own pages: instead of ours, over it, or in a separate window. Answers the token of a
   * passed check, or none when the person cancels or is redirected. A window closed by hand never answers.
   */
  readonly launch: (
    url: string,
    mode: LaunchMode,
    /** Width of the popup; an invalid CSS width becomes the default, 385px. */
    width?: string,
  ) => Promise<StepUpAnswer<{ readonly token?: string }>>
  /** Whether the received token stands for `action`; only the server can tell. */
  readonly validateAction: (input: { action: string; token: string }) => Promise<StepUpAnswer<null>>
  readonly initAdvancedProfiling: (baseUrl?: string) => void
}

/** One autofill runs in a page at a time, for all callers (product §4); another ceremony ends it. */
let autofilling: Promise<StepUpAnswer<PasskeyAnswer>> | null = null

/** Options that cannot be combined (product §5). */
const refusalOf = ({ token, autofill, action }: SignIn): string | null => {
  if (token === undefined) return null
  if (autofill === true) return 'autofill is not supported when providing a token'
  return action === undefined ? null : 'action is not supported when providing a token'
}

const tokenOf = ({ token }: { token?: string | undefined }) => (token === undefined ? {} : { token })

const passkeyOf = (library: Authsignal): StepUpClient['passkey'] => ({
  signUp: (input = {}) =>
    answerOf<PasskeyAnswer>(async () => {
      const authenticatorAttachment = input.authenticatorAttachment ?? 'platform'
      const { data, ...failure } = await library.passkey.signUp({ ...input, authenticatorAttachment })
      if (!data) return failure
      return { data: { isVerified: true, ...(data.token === undefined ? {} : { token: data.token }) } }
    }),
  signIn: (input = {}) => {
    const refused = refusalOf(input)
    if (refused !== null) return Promise.reject(new Error(refused))
    const call = () => answerOf<PasskeyAnswer>(() => library.passkey.signIn(input))
    if (input.autofill !== true) return call()
    autofilling ??= call().finally(() => {
      autofilling = null
    })
    return autofilling
  },
  isAvailableOnDevice: ({ userId }) => library.passkey.isAvailableOnDevice({ userId }),
})

/**
 * The product's client for the step-up provider: the official library, with all failures in one shape
 * (product §5).
 */
export const createStepUpClient = (
  settings: StepUpSettings,
  validate: StepUpClient['validateAction'],
): StepUpClient => {
  const library = new Authsignal({ ...settings })
  let token = ''
  const setToken = (next: string) => {
    token = next
    library.setToken(next)
  }
  const withToken = <T>(call: () => Promise<StepUpAnswer<T>>): Promise<StepUpAnswer<T>> =>
    token === '' ? Promise.resolve(tokenNotSet) : call()
  const codes = <Where>(factor: {
    enroll: (where: Where) => Promise<{ data?: NewFactor }>
    challenge: () => Promise<{ data?: SentChallenge }>
    verify: (input: { code: string }) => Promise<{ data?: CodeAnswer }>
  }): CodeFactor<Where> => ({
    enroll: (where) => withToken(() => answerOf(() => factor.enroll(where))),
    challenge: () => withToken(() => answerOf(() => factor.challenge())),
    verify: (input) => withToken(() => answerOf(() => factor.verify(input))),
  })
  return {
    setToken,
    passkey: passkeyOf(library),
    totp: {
      enroll: () => withToken(() => answerOf(() => library.totp.enroll())),
      verify: (input) => withToken(() => answerOf<CodeAnswer>(() => library.totp.verify(input))),
    },
    email: codes<{ email: string }>({
      enroll: (where) => library.email.enroll(where),
      challenge: () => library.email.challenge(),
      verify: (input) => library.email.verify(input),
    }),
    sms: codes<{ phoneNumber: string }>({
      enroll: (where) => library.sms.enroll(where),
      challenge: () => library.sms.challenge(),
      verify: (input) => library.sms.verify(input),
    }),
    magicLink: {
      enroll: (where) => withToken(() => answerOf(() => library.emailML.enroll(where))),
      challenge: () => withToken(() => answerOf(() => library.emailML.challenge())),
      wait: (signal) =>
        withToken(async () => {
          const { baseUrl, onTokenExpired } = settings
          const answer = await waitForMagicLink({ baseUrl, token, onTokenExpired, signal })
          if (answer.error === undefined) setToken(answer.data.token)
          return answer
        }),
    },
    securityKey: {
      enroll: () =>
        withToken(() => answerOf<{ readonly token?: string }>(() => library.securityKey.enroll())),
      verify: () => withToken(() => answerOf<PasskeyAnswer>(() => library.securityKey.verify())),
    },
    launch: (url, mode, width) =>
      answerOf<{ readonly token?: string }>(async () => {
        const onError = ({ errorCode }: { errorCode?: string }) => {
          if (errorCode === 'expired_token') settings.onTokenExpired()
        }
        if (mode === 'popup') {
          const popup = width === undefined ? {} : { popupOptions: { width } }
          return { data: tokenOf(await library.launch(url, { mode, onError, ...popup })) }
        }
        if (mode === 'window') return { data: tokenOf(await library.launch(url, { mode, onError })) }
        library.launch(url)
        return { data: {} }
      }),
    validateAction: (input) => {
      if (!input.action) return Promise.reject(new Error('action is required'))
      return validate(input)
    },
    initAdvancedProfiling: (baseUrl) => library.initAdvancedProfiling(baseUrl),
  }
}
