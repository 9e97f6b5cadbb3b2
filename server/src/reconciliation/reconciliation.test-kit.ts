import type { listBreaks, listReconcileRuns } from '@cardamom/contract/reconciliation'
import type { WireOf } from '@cardamom/contract/endpoint'
import { createSpendingProduct } from '../../../tests/support/spending-product.ts'
import { confirmSessions } from '../../../tests/support/step-up-kit.ts'
import { createAdmin } from '../approvals/two-people.test-kit.ts'
import { allTenants } from '../kernel/database.ts'

type Break = WireOf<typeof listBreaks>['items'][number]
type Run = WireOf<typeof listReconcileRuns>['items'][number]

const hotel = { name: 'Hotel Antigua', mcc: '7011', city: 'Cusco', country: 'PER' }
const mostRounds = 60

/** The whole server with the embedded issuer, an administrator, and people with cards. */
export const createReconciledProduct = async () => {
  const product = await createSpendingProduct()
  await product.settle()
  const admin = await createAdmin(product, { name: 'reconciler', roleId: 1 })
  await confirmSessions(product.kernel, admin.userId)
  let people = 0
  const runOf = async (id: string) => (await admin.browser.get<Run>(`/reconcile-runs/${id}`)).body.data

  /** Jobs run, and time passes, until a run is done. */
  const finish = async (id: string): Promise<Run> => {
    for (let round = 0; round < mostRounds; round += 1) {
      await product.settle()
      const run = await runOf(id)
      if (run.status === 'done') return run
      product.wait(10_000)
      await product.issuer.control('/clock', { offsetMs: product.aheadMs() })
    }
    throw new Error('The run did not end')
  }
  return {
    ...product,
    admin,
    finish,
    start: () => admin.browser.post<{ id: string }>('/reconcile-runs'),
    /** A run that an administrator starts, until it is done. */
    run: async (): Promise<Run> => {
      const started = await admin.browser.post<{ id: string }>('/reconcile-runs')
      if (started.status !== 202) throw new Error(started.text)
      return finish(started.body.data.id)
    },
    breaks: async (query = '?status=open') =>
      (await admin.browser.get<{ items: Break[]; count: number }>(`/reconcile-breaks${query}`)).body.data
        .items,
    change: (text: string, values: readonly (string | Date)[] = []) =>
      product.kernel.db.write(allTenants, (sql) => sql.run(text, [...values])),
    personWithCard: async (netCents: bigint) => {
      people += 1
      const person = await product.person(`reconciled-${people}@example.com`)
      await product.approve(person.userId)
      await product.settle()
      const card = await product.cardOf(person.userId)
      await product.load(card, netCents)
      await product.settle()
      return { ...person, card }
    },
    simulate: (path: string, body: object) =>
      product.issuer.control<{ id: string }>(`/simulate/${path}`, body),
    pay: async (issuerCardId: string, amount: string) =>
      product.issuer.control<{ id: string }>('/simulate/authorisation', {
        cardId: issuerCardId,
        amount,
        merchant: hotel,
      }),
  }
}

export type ReconciledProduct = Awaited<ReturnType<typeof createReconciledProduct>>
