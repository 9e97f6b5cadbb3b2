/**
 * Notifications by kind (contract, `notifications.ts`): a title, and a text with its facts. The page is
 * web/src/notifications.
 */
export const messages = {
  title: 'Notifications',
  unreadCount: '{count, plural, =0 {All read} one {# unread} other {# unread}}',
  unread: 'Unread',
  markAll: 'Mark all as read',
  settings: 'Notification settings',
  failed: 'We couldn’t load your notifications.',
  emptyTitle: 'No notifications yet',
  emptyBody: 'Payments, loads and news about your card and your identity check appear here.',
  unnamedShop: 'a shop',
  kind: {
    email_verified: {
      title: 'E-mail confirmed',
      text: 'Next: verify your identity. It takes about 3 minutes.',
    },
    kyc_verified: { title: 'You’re verified', text: 'Your identity check is complete.' },
    kyc_declined: { title: 'We couldn’t verify your identity', text: 'See why, and what you can do.' },
    kyc_resubmit: { title: 'We need a new photo', text: 'Everything else is fine and stays as it is.' },
    kyc_review: {
      title: 'Our team is reviewing your identity check',
      text: 'You don’t need to do anything.',
    },
    card_ready: { title: 'Your card is ready', text: 'Load it to start paying.' },
    card_paused: {
      title:
        '{reason, select, issuer {Your card is blocked} fraud {Your card is blocked} other {Your card is paused}}',
      text: '{reason, select, issuer {The card issuer blocked it. Open the card to see what you can do.} fraud {The card issuer blocked it to protect your money. Open the card to see what you can do.} admin {Our team paused it. Contact support to resume it.} self {It was paused with a link sent to your e-mail. You can resume it any time.} other {Open the card to see why, and what you can do.}}',
    },
    card_resumed: { title: 'Your card is active again', text: 'You can pay with it.' },
    load_detected: {
      title: 'We received your payment',
      text: 'Waiting for the network to confirm it. {ref}',
    },
    load_underpaid: {
      title: 'Your payment is incomplete',
      text: 'Part of the amount is missing. Send the rest before the time is up. {ref}',
    },
    load_accepted: {
      title: '{net} is on its way to your card',
      text: 'Your payment is confirmed. The money will be on your card by {by}.',
    },
    load_waits: {
      title: 'Your load is taking longer',
      text: 'We’re adding funds at the card issuer. You don’t need to do anything. {ref}',
    },
    wallet_loaded: { title: '{net} is on your card', text: 'From {sender}. You can spend it now.' },
    load_credited: { title: '{net} is on your card', text: 'You can spend it now.' },
    load_expired: {
      title: 'Your load expired',
      text: 'No payment arrived in time. You weren’t charged. {ref}',
    },
    load_review: {
      title: 'Your load needs your decision',
      text: 'It isn’t on your card. Your money is safe: choose what to do with it. {ref}',
    },
    address_added: {
      title: 'New address for withdrawals: {label}',
      text: 'It can be used from {by}. If it was not you, write to support at once.',
    },
    withdrawal_requested: {
      title: 'Withdrawal of {amount} requested',
      text: 'An administrator checks it. If it was not you, cancel it now. {ref}',
    },
    withdrawal_completed: {
      title: 'Withdrawal of {amount} paid',
      text: '{net} was paid in {coin}, and the payment is final. {ref}',
    },
    withdrawal_rejected: {
      title: 'Withdrawal of {amount} rejected',
      text: 'The money is in the wallet again. Open it to see why. {ref}',
    },
    load_failed: {
      title: 'Your load could not be completed',
      text: 'The card issuer declined it. Your money is safe and our team is looking into it. {ref}',
    },
    load_refunded: { title: '{coins} refunded', text: 'It is at the address that you gave us. {ref}' },
    load_refund_failed: {
      title: 'Your refund could not be sent',
      text: 'Nothing left, and your money is safe. Choose again what happens to it. {ref}',
    },
    purchase: { title: '{amount} at {merchant}', text: 'Pending until the shop confirms the final amount.' },
    purchase_changed: { title: '{amount} at {merchant}', text: 'Pending. The amount changed from {before}.' },
    purchase_released: {
      title: '{amount} at {merchant} was released',
      text: 'The shop didn’t take the money. It’s available on your card again.',
    },
    purchase_settled: { title: '{amount} at {merchant}', text: 'Completed.' },
    purchase_adjusted: {
      title: '{amount} at {merchant}',
      text: 'Completed. {before} was pending before.',
    },
    purchase_declined: { title: 'Declined: {amount} at {merchant}', text: 'Open it to see what you can do.' },
    refund: { title: '{amount} refunded by {merchant}', text: 'The money is on your card.' },
    approval_decided: {
      title:
        '{status, select, approved {Approved: {request}} rejected {Rejected: {request}} failed {Could not be done: {request}} other {Expired: {request}}}',
      text: '{status, select, approved {{name} approved what you requested.} rejected {{name} rejected it: {reason}} failed {{name} approved it, but it could not be done. {reason}} other {Nobody decided it in time. Request it again if you still need it.}}',
    },
    mention: {
      title: '{name} mentioned you in a note',
      text: '{entity, select, user {On a user.} company {On a company.} admin {On an administrator.} card {On a card.} load {On a load.} kyc_case {On an identity check.} card_type {On a card type.} plan {On a plan.} other {Open it to read the note.}}',
    },
    fees_ended: {
      title: 'Your fees for {to} end',
      text: 'From {by} on, the fees above leave less. Set them again.',
    },
    deposit_credited: { title: '{net} for {to}', text: 'Your deposit {ref} was credited to the wallet.' },
    deposit_review: {
      title: 'Deposit {ref} is not as quoted',
      text: 'Two administrators decide whether {to} gets it, or it goes back.',
    },
    deposit_address_needed: {
      title: 'Deposit {ref} needs an address',
      text: 'Its coins go back to {to}. Enter the address that receives them.',
    },
    deposit_address_entered: {
      title: 'Address entered for deposit {ref}',
      text: '{sender} entered {address}. Withdraw it if that is no address of {to}.',
    },
    settlement_paid: {
      title:
        '{status, select, recovered {Settlement {ref} paid nothing} deducted {{net} deducted in settlement {ref}} other {{net} in your wallet}}',
      text: '{status, select, recovered {All of it, {net}, went to what is to be recovered or to your immediate wallet.} deducted {It is taken from your next settlements. Reason: {reason}} other {Your settlement {ref} was paid.}}',
    },
    transfer_sent: {
      title: '{net} transferred from your wallet',
      text: 'An administrator transferred it to {receiver}. {ref}',
    },
    wallet_adjusted: {
      title: '{status, select, debit {{net} taken from your wallet} other {{net} added to your wallet}}',
      text: 'Our team adjusted your wallet. Open it to read the note. {ref}',
    },
    transfer_received: {
      title: '{net} from {sender}',
      text: 'It is in your wallet, and you can use it now. {ref}',
    },
    company_deposit: {
      title:
        '{status, select, review {Deposit {ref} is not as quoted} reversed {Deposit {ref} was reversed} other {{net} for {to}}}',
      text: '{status, select, review {Open it to see what {to} can choose. Two administrators approve it.} reversed {{net} left the wallet of {to}. What it did not have is owed.} dated {Deposit {ref} is confirmed. It is available from {by}.} pending {Deposit {ref} is confirmed. It is available from its release day on.} other {Deposit {ref} is available in the wallet.}}',
    },
    company_transfer: {
      title: '{net} from {sender}',
      text: 'Transfer {ref} is in the wallet of {to}.',
    },
    company_transfer_sent: {
      title: '{net} transferred from {to}',
      text: 'Transfer {ref} to {receiver} was made by an administrator who is not of {to}.',
    },
    company_transfer_cancelled: {
      title: '{net} back in the wallet of {to}',
      text: 'The transfer {ref} to {receiver} was cancelled. {reason, select, cancelled {An administrator who is not of {to} cancelled it.} absent {The card issuer did not credit the card.} card_not_loadable {The card was blocked, disabled or closed.} card_invalid {The card was not active.} over_emergency {It was above what the card may get at once in a day.} other {The card issuer refused it.}}',
    },
    company_adjustment: {
      title: '{status, select, debit {{net} taken from {to}} other {{net} for {to}}}',
      text: 'The operator adjusted a wallet of the company. The adjustment shows the note.',
    },
    company_settlement: {
      title:
        '{status, select, recovered {Settlement {ref} paid nothing} deducted {{net} deducted from {to} in settlement {ref}} other {{net} settled for {to}}}',
      text: '{status, select, recovered {All of it, {net}, went to what {to} owed or to its immediate wallet.} deducted {It is taken from the next settlements of {to}. Reason: {reason}} other {Settlement {ref} was paid into the wallet.}}',
    },
    company_withdrawal: {
      title:
        '{status, select, approved {Withdrawal {ref} approved} rejected {Withdrawal {ref} rejected} other {{net} withdrawn}}',
      text: '{status, select, approved {{net} of {to} is paid next.} rejected {The money is back in the wallet of {to}.} other {Withdrawal {ref} of {to} is final.}}',
    },
    company_address: {
      title: 'New address for withdrawals of {to}: {label}',
      text: '{sender} added it. It can be used from {by}. Remove it if {to} does not know it.',
    },
    company_allowance: {
      title: '{net} paid for {to} by its guarantor',
      text: '{sender} paid {net} that the immediate wallet was negative by. It was so for too long, or the allowance ended.',
    },
    company_guarantee: {
      title: '{net} paid for {receiver}',
      text: '{to} is its guarantor, and paid what its immediate wallet was negative by. What the regular wallet of {to} did not have is owed.',
    },
    company_fees: {
      title: 'Fees for {to} change from {by} on',
      text: '{regular, select, none {} other {Regular: {regular}. }}{immediate, select, none {} other {Immediate: {immediate}. }}{transfer, select, none {} other {Transfers: {transfer}. }}In brackets: the rates from your level down. {status, select, operator {Set by the operator.} parent {Set by {sender}.} other {Set by a company above.}}',
    },
    company_limits: {
      title:
        '{entity, select, payin {New limits for {to}} emergency {New maximum emergency load for {to}} other {New balance allowance for {to}}}',
      text: '{entity, select, payin {{category, select, transfer {Transfer} adjustment {Adjustment} virtual_load {Card load} plastic_first_load {First load of a plastic card} regular_topup {Regular deposit} immediate_topup {Immediate deposit} withdrawal {Withdrawal} other {Pay-in}}: {change} (minimum / maximum / per day).} other {{change}.}} {status, select, operator {Set by the operator.} parent {Set by {sender}.} refused {It was not set, because the wallet uses more.} other {Set by a company above.}}',
    },
    seller_joined: {
      title: '{name} is your seller two now',
      text: 'They accepted your invitation and have a code of their own.',
    },
    company_changed: {
      title: 'Your account is now with {to}',
      text: 'It was with {from} before. Your money, cards and history are the same.',
    },
    other: { title: 'There’s news in your account', text: 'See your activity for details.' },
  },
  notEnough: 'There wasn’t enough money on the card.',
  channels: {
    title: 'Notifications',
    lead: 'Choose what we tell you about, and where.',
    topic: 'Topic',
    inApp: 'In the app',
    email: 'By e-mail',
    switch: '{topic}: {channel}',
    topics: {
      payments: { title: 'Card payments', hint: 'Each payment, once' },
      declines: { title: 'Declined payments', hint: 'With the reason' },
      refunds: { title: 'Refunds', hint: 'When the money is back on your card' },
      loads: { title: 'Loads', hint: 'Received, on its way, on your card' },
      load_problems: { title: 'Loads that need action', hint: 'Incomplete or different payments' },
      card: { title: 'Your card', hint: 'Ready, paused or blocked' },
      identity: { title: 'Identity check', hint: 'Its result, and what is missing' },
      account: { title: 'Your account', hint: 'When it moves to another company' },
      requests: { title: 'Your requests', hint: 'Whether they were approved, and your deposits by crypto' },
      mentions: { title: 'Mentions', hint: 'When a colleague names you in a note' },
      withdrawals: { title: 'Withdrawals', hint: 'Requested, paid or rejected, and new addresses' },
      wallet: { title: 'Your wallet', hint: 'Settlements, transfers and adjustments' },
      company_money: {
        title: 'Money of the company',
        hint: 'Deposits, transfers, settlements, withdrawals and the allowance, and changes of fees and limits',
      },
    },
    security: {
      title: 'Account security',
      hint: 'These e-mails protect your account, so they can’t be switched off.',
    },
    always: 'Always on',
    never: 'Not used',
    failed: 'We couldn’t load your notification settings.',
    notSaved: 'We couldn’t save that. Try again.',
  },
} as const
