/**
 * What people are told, by kind (contract, `notifications.ts`): a title and a text with its facts. The page is
 * web/src/notifications.
 */
export const messages = {
  title: 'Notifications',
  unreadCount: '{count, plural, =0 {All read} one {# unread} other {# unread}}',
  unread: 'Unread',
  markAll: 'Mark all as read',
  failed: 'Your notifications could not be read.',
  tryAgain: 'Try again',
  more: 'Show more',
  emptyTitle: 'Nothing to tell yet',
  emptyBody: 'What happens to your money, your card and your identity check appears here.',
  somebody: 'a shop',
  kind: {
    email_verified: {
      title: 'E-mail confirmed',
      text: 'Next: verify your identity. It takes about 3 minutes.',
    },
    kyc_verified: { title: 'You are verified', text: 'Your identity check is done.' },
    kyc_declined: { title: 'Your document was not accepted', text: 'See why, and what you can do.' },
    kyc_resubmit: { title: 'A new photo is needed', text: 'The rest is fine and is kept.' },
    kyc_review: { title: 'Our team is reviewing your check', text: 'You need not do anything.' },
    card_ready: { title: 'Your card is ready', text: 'Load it, and pay with it.' },
    card_paused: {
      title: 'Your card does not pay at the moment',
      text: 'It was paused or blocked. Open it to see why, and what you can do.',
    },
    card_resumed: { title: 'Your card is active again', text: 'Payments go through.' },
    load_detected: { title: 'Your payment was seen', text: 'The network is confirming it. {ref}' },
    load_accepted: {
      title: '{net} is on its way to your card',
      text: 'Your payment is final. It will be there by {by}.',
    },
    load_waits: {
      title: 'Your load waits for its turn',
      text: 'Our account at the card issuer is being refilled. You need not do anything. {ref}',
    },
    load_credited: { title: '{net} is on your card', text: 'You can spend it now.' },
    load_expired: {
      title: 'Your load has expired',
      text: 'Nothing arrived in time. Nothing was charged. {ref}',
    },
    load_review: {
      title: 'Your payment needs a look',
      text: 'The money is safe. See what is possible. {ref}',
    },
    load_failed: {
      title: 'The card issuer did not accept your load',
      text: 'The money is safe. A person is looking at it now. {ref}',
    },
    purchase: { title: '{amount} at {merchant}', text: 'Held until the shop takes the final amount.' },
    purchase_settled: { title: '{amount} at {merchant}', text: 'Settled.' },
    purchase_declined: { title: 'Declined: {amount} at {merchant}', text: 'Open it to see what helps.' },
    refund: { title: '{amount} back from {merchant}', text: 'It is on your card.' },
    other: { title: 'Something happened in your account', text: 'Open your activity to see what.' },
  },
  notEnough: 'There was not enough on the card.',
} as const
