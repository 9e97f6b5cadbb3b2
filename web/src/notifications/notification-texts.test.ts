import { catalogues } from '@cardamom/contract/messages/catalogues'
import { notificationKinds } from '@cardamom/contract/notifications'
import { expect, test } from 'vitest'
import type { Text } from '../kernel/i18n.tsx'
import { translatorOf } from '../kernel/translator.ts'
import { notificationTexts, type NotificationOnWire } from './notification-texts.ts'

/** All facts that notices have, each with a value that its kind could have. */
const facts = {
  ref: 'LD-1',
  net: '10.00',
  by: '2026-02-28T10:00:00Z',
  merchant: 'Café',
  reason: 'insufficient_funds',
  amount: '-12.50',
  before: '3.00',
  lastDigits: '4242',
  coins: '1.5',
  label: 'Ledger',
  coin: 'USDC',
  status: 'approved',
  checker: 'Ana',
  author: 'Eva',
  entity: 'load',
  from: 'Andes',
  to: 'Lima',
  sender: 'Andes',
  receiver: 'Lima',
  address: '0x0000',
  name: 'Rafael',
  regular: '3.00 % → 3.50 %',
  immediate: '5.00 % → 5.50 %',
  transfer: '0.20 % → 0.00 %',
  change: '$1.00 → $2.00',
  category: 'transfer',
}

test.each(['en', 'es'] as const)(
  'every notice has a title and a text in %s, with all of its values',
  (locale) => {
    const textOf = <N extends 'notifications' | 'declines'>(name: N) =>
      translatorOf({ locale, messages: catalogues[locale][name] }) as unknown as Text<N>
    const [t, declines] = [textOf('notifications'), textOf('declines')]
    for (const kind of [...notificationKinds, 'of_a_later_version']) {
      const texts = JSON.stringify(
        (catalogues[locale].notifications.kind as Record<string, unknown>)[kind] ?? {},
      )
      // The names of the arms of a select are those of its statuses.
      const statuses = [...texts.matchAll(/(\w+) \{/g)].map(([, name = '']) => name)
      for (const status of ['approved', ...statuses]) {
        const notification = { kind, facts: { ...facts, status } } as unknown as NotificationOnWire
        const of = { t, declines, notification, dateOf: (at: string) => at.slice(0, 10), request: 'Fees' }
        for (const said of Object.values(notificationTexts(of)))
          expect(said.replace('kind.', '{'), `${kind} ${status}`).toMatch(/^[^{}<>]*\p{L}{2}[^{}<>]*$/u)
      }
    }
  },
)
