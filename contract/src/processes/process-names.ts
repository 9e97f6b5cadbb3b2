/**
 * The background work of the product, as administrators know it, each with its jobs. `processes.names.<name>` of the
 * catalogue says what it does. A job that ends with `*` stands for all names that start so. A test compares the jobs with
 * those that the modules register.
 */
export const processJobs = {
  chainScan: ['loads.scan'],
  payments: ['loads.transfer_final', 'loads.set_aside', 'loads.time_over'],
  releases: ['loads.release', 'loads.start_credit', 'loads.retry_activated', 'loads.retry_resumed'],
  credits: ['loads.credit', 'loads.watch_credit'],
  reversals: ['loads.reverse_credit', 'loads.watch_reversal'],
  refunds: ['loads.order_refund', 'loads.order_company_refund'],
  payouts: ['payouts.run', 'payouts.queued'],
  cardTransfers: [
    'transfers.start_credit',
    'transfers.credit',
    'transfers.watch_credit',
    'transfers.run_batch',
  ],
  cardAdjustments: ['wallets.adjust_card', 'wallets.watch_adjustment'],
  guarantees: ['wallets.guarantees'],
  deposits: ['deposits.mature'],
  settlements: ['settlements.run'],
  allowances: ['limits.allowance'],
  cardCalls: [
    'cards.call',
    'cards.retry',
    'cards.refresh',
    'cards.automatic',
    'cards.person_decided',
    'cards.person_changed',
    'orders.make_card',
    'orders.fulfil',
    'loads.limit_use',
  ],
  freezes: ['cards.freeze'],
  issuerPoll: ['transactions.poll'],
  issuerFeed: [
    'transactions.payment',
    'transactions.load',
    'transactions.load_reversal',
    'transactions.wallet_load',
    'transactions.adjustment',
  ],
  issuerWebhooks: ['transactions.subscribe'],
  identityChecks: ['kyc.watch', 'kyc.event'],
  screening: ['kyc.screen'],
  masterCheck: ['treasury.check_master', 'treasury.account_changed'],
  cardCheck: ['treasury.check_cards'],
  chainCheck: ['treasury.check_chain'],
  dayCheck: ['treasury.check_days'],
  ageingCheck: ['treasury.check_ageing'],
  reconciliation: ['reconciliation.nightly', 'reconciliation.run'],
  floatReadings: ['treasury.read_float'],
  walletReadings: ['treasury.read_wallets'],
  ownTransfers: ['treasury.own_transfer'],
  gas: ['treasury.book_gas'],
  revaluation: ['treasury.revalue'],
  ledgerBlocks: ['ledger.sign'],
  ledgerCheck: ['ledger.check', 'ledger.totals'],
  auditCheck: ['ledger.audit_check'],
  loadDays: ['loads.days'],
  notifications: ['notifications.*'],
  mails: ['mail.send', 'identity.send-link'],
  securityLog: ['access.*'],
  personChanges: ['access.grants', 'access.follow_company', 'identity.finish-email-change'],
  approvals: ['approvals.expire', 'approvals.end_running'],
  banners: ['settings.incident_turn'],
  cleaning: [
    'access.clean',
    'identity.clean',
    'kernel.answers',
    'kernel.months',
    'ledger.references',
    'loads.archive',
    'deposits.prune',
    'notifications.prune',
    'transactions.prune',
  ],
  demo: ['treasury.fund_demo', 'treasury.demo_owner', 'treasury.demo_trade'],
} as const satisfies Record<string, readonly string[]>

export type ProcessName = keyof typeof processJobs
export const processNames = Object.keys(processJobs) as [ProcessName, ...ProcessName[]]

const exact = new Map<string, ProcessName>()
const starts: [string, ProcessName][] = []
for (const name of processNames)
  for (const job of processJobs[name])
    if (job.endsWith('*')) starts.push([job.slice(0, -1), name])
    else exact.set(job, name)

/** The process of a job; null: a job that no process names. */
export const processOf = (job: string): ProcessName | null =>
  exact.get(job) ?? starts.find(([start]) => job.startsWith(start))?.[1] ?? null
