/** How the share of level 4 is divided between the people of a code (web/src/ui/split-rules). */
export const messages = {
  title: 'How the share is divided',
  failed: 'We couldn’t load how the share is divided',
  lead: 'Each load pays level 4 a share of its gross: {regular} of a regular load and {immediate} of an immediate one.',
  rule: {
    two: '<b>Code of a seller two:</b> {two} of the share, rounded down to the cent, for the seller two, and the rest for their seller one.',
    one: '<b>Code of a seller one:</b> the whole share for them.',
    referral:
      '<b>Referral code:</b> the whole share for the referrer, for {months, plural, one {# month} other {# months}} after the registration. After that it goes to the level above.',
    noReferral: '<b>Referral code:</b> referrers earn nothing now. The share goes to the level above.',
    none: '<b>No code:</b> the share is that of the tier 4 company; if there is none, it is added to the level above.',
    price: 'The price for the cardholder is the same in all these cases.',
    rounding:
      'The fee is rounded half up to the cent, each share down, and the operator gets what is left: card, shares and operator add up to the gross.',
    frozen: 'A load keeps the rules of its quote: a later change never touches it.',
    due: 'A share of a regular load is due 48 business hours after it was accepted, once the card is loaded.',
  },
  examples: 'Examples now',
  speed: { regular: 'Regular', immediate: 'Immediate' },
  columns: { gross: 'Load', share: 'Alone', sellerTwo: 'Seller two', sellerOne: 'Their seller one' },
} as const
