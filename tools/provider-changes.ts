import {
  argumentsOf,
  childrenOf,
  isNode,
  lastNameOf,
  parse,
  textOf,
  type Node,
  type Source,
} from './syntax-tree.ts'

/**
 * Finds the code that changes something at a provider. A change of money or of a card at the issuer is sent only by the
 * `send` of an `externalCall`, and a payment on a chain only by the saga of payouts (decision 0021). `elsewhere` lists
 * every other change (providers §1).
 */

/** The changes of every port. Each name is used for nothing else in the server. */
export const changesOfPorts = {
  moneyOrCard: ['createCard', 'setFrozen', 'setLimits', 'adjustCredit'],
  payout: ['signPayment', 'broadcastSigned'],
  other: [
    'createSession',
    'closeSession',
    'startOperation',
    'removeAuthenticator',
    'sendCode',
    'checkCode',
    'liftLocks',
    'sendMail',
    'sendSms',
    'revealCard',
    'subscribeToEvents',
  ],
} as const

/** The functions of every port that change nothing outside. */
export const readsOfPorts: ReadonlySet<string> = new Set(
  [
    'readCard findCardByReference balanceHistory cardCreditEvents readAccount listCards readTransaction',
    'transactionsBetween isSubscribed verifyWebhook readNotice',
    'readSession listImages readImage isAuthentic',
    'addressOf readHead readBlock readTransfers findTransaction readBalances readMid',
    'readNonce readGasBalance readCoins readFees estimateTransfer transferData decode findPending findFinalUse readFee',
    'matchPerson checkAddress checkLogin',
    'validate authenticators proverOf readWebhook list',
    'close',
  ].flatMap((names) => names.split(' ')),
)

/** Where payments on a chain are signed and sent. */
export const inPayouts: readonly string[] = [
  'payouts/payout-follow.ts: broadcastSigned',
  'payouts/payout-follow.ts: signPayment',
  'payouts/payout-send.ts: signPayment',
]

/** Where changes that are neither of money nor of a card are sent, below `server/src`. */
export const elsewhere: readonly string[] = [
  'access/authsignal.routes.ts: sendCode',
  'access/challenges.ts: startOperation',
  'access/code-webhook.ts: sendSms',
  'access/factor-removal.ts: removeAuthenticator',
  'access/lockouts.routes.ts: liftLocks',
  'access/login-factors.routes.ts: checkCode',
  'access/login.routes.ts: sendCode',
  'access/step-ups.routes.ts: checkCode',
  'cards/cards.routes.ts: revealCard',
  'kyc/kyc-abandon.ts: closeSession',
  'kyc/kyc-start.ts: createSession',
  'kyc/selfie-check.ts: createSession',
  'providers/mail/mailer.ts: sendMail',
  // The SMTP library's own function.
  'providers/mail/smtp-mail.ts: sendMail',
  'transactions/issuer-poll.jobs.ts: subscribeToEvents',
]

const nodesIn = (value: unknown): Node[] => [
  ...(isNode(value) ? [value] : []),
  ...childrenOf(value).flatMap(nodesIn),
]

/** Names of the functions that the types of a port declare. */
export const functionsOfPort = (text: string): string[] =>
  nodesIn(parse(text)).flatMap((node) => {
    if (node.type !== 'TsPropertySignature') return []
    const { typeAnnotation: type } = (node['typeAnnotation'] ?? {}) as { typeAnnotation?: unknown }
    return isNode(type) && type.type === 'TsFunctionType' ? [lastNameOf(node['key']) ?? ''] : []
  })

/** The name that a node reads from an object: `issuer.setLimits`, `issuer['setLimits']`, `{ setLimits } = issuer`. */
const readName = (node: Node): string | null => {
  if (node.type === 'MemberExpression') {
    const property = node['property']
    const isComputed = isNode(property) && property.type === 'Computed'
    return isComputed ? textOf(property['expression']) : lastNameOf(property)
  }
  const isPattern = node.type === 'AssignmentPatternProperty' || node.type === 'KeyValuePatternProperty'
  return isPattern ? lastNameOf(node['key']) : null
}

const namesRead = (value: unknown): string[] => nodesIn(value).flatMap((node) => readName(node) ?? [])

/** The functions of a file that are the `send` of an `externalCall`, or make it. */
const sendersIn = (nodes: readonly Node[]): Node[] => {
  const calls = nodes.filter(
    (node) => node.type === 'CallExpression' && lastNameOf(node['callee']) === 'externalCall',
  )
  const names = calls.flatMap((call) => {
    const [declared] = argumentsOf(call)
    const properties = isNode(declared) ? (declared['properties'] as Node[]) : []
    return properties.flatMap((property) => {
      if (property.type === 'Identifier') return property['value'] === 'send' ? ['send'] : []
      if (lastNameOf(property['key']) !== 'send') return []
      const value = property['value'] as Node
      return lastNameOf(value['callee'] ?? value) ?? []
    })
  })
  return nodes.filter(
    (node) => node.type === 'VariableDeclarator' && names.includes(lastNameOf(node['id']) ?? ''),
  )
}

type Change = { readonly at: string; readonly isSent: boolean }

/** Every use of a change in these files; `isSent`: it is part of the `send` of an `externalCall`. */
export const changesIn = (sources: readonly Source[]): Change[] => {
  const changes: ReadonlySet<string> = new Set(Object.values(changesOfPorts).flat())
  const mayChange = ({ text }: Source) => [...changes].some((name) => text.includes(name))
  return sources.filter(mayChange).flatMap(({ path, text }) => {
    const nodes = nodesIn(parse(text))
    const left = namesRead(sendersIn(nodes))
    return nodes.flatMap((node) => {
      const name = readName(node)
      if (name === null || !changes.has(name)) return []
      const sent = left.indexOf(name)
      if (sent >= 0) left.splice(sent, 1)
      return [{ at: `${path.replace(/^server\/src\//, '')}: ${name}`, isSent: sent >= 0 }]
    })
  })
}
