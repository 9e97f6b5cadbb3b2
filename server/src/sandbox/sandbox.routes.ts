import { advanceClock, payInSandbox, readSandbox, removeDemoData } from '@cardamom/contract/sandbox'
import { readBusinessCalendar } from '../calendar/business-calendar.sql.ts'
import { addBusinessHours } from '../calendar/business-time.ts'
import { accepted, refused } from '../kernel/answer.ts'
import { after } from '../kernel/clock.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import type { Kernel } from '../kernel/module.ts'
import { createClockMover } from './clock-mover.ts'
import { readNextRelease } from '../loads/load-releases.sql.ts'
import { readTransfers } from '../loads/chain-transfers.sql.ts'
import { readOwnLoad, readTopUpPayment } from '../loads/loads.sql.ts'
import { removeDemo } from './demo-removal.ts'
import type { EmbeddedControls } from './embedded-controls.ts'
import { refuseForeignPages } from './own-pages.ts'
import { mountSandboxTools } from './sandbox-tools.routes.ts'
import { mountSandboxTreasury, type TreasuryTools } from './sandbox-treasury.routes.ts'
import { sandboxPaymentOf } from './sandbox-payment.ts'

const hourMs = 3_600_000

/** Sandbox controls: the clock and the addresses of the tools. Mounted in sandbox mode only. */
export const sandboxModule = (
  kernel: Kernel,
  needs: TreasuryTools & { controls: EmbeddedControls },
): void => {
  const { mount, clock, config, db, jobs } = kernel
  refuseForeignPages(kernel)
  const mover = createClockMover({
    db,
    clock,
    jobs,
    advanceClocks: needs.controls.advanceClocks,
    nextRelease: () => db.read(wholeInstallation, readNextRelease),
  })
  let advancing: Promise<unknown> = Promise.resolve()

  mount(readSandbox, async () =>
    accepted({
      now: clock.now(),
      aheadMs: clock.offsetMs(),
      mailboxUrl: config.MAILBOX_PUBLIC_URL ?? null,
      shopUrl: config.SHOP_PUBLIC_URL ?? null,
      phoneUrl: config.MAILBOX_PUBLIC_URL ? `${config.MAILBOX_PUBLIC_URL}/phone` : null,
      walletUrl: needs.controls.url('chain'),
    }),
  )

  mount(advanceClock, async ({ input, finish }) => {
    const run = async () => {
      const from = clock.now()
      const target = input.business
        ? addBusinessHours(from, input.hours, await db.read(wholeInstallation, readBusinessCalendar))
        : after(from, input.hours * hourMs)
      return await mover.advanceTo(target)
    }
    // Two concurrent calls run one after the other, and the steps of both are done.
    const turn = advancing.then(run, run)
    advancing = turn.catch(() => undefined)
    const jobsRun = await turn
    return finish({ now: clock.now(), jobsRun })
  })

  mount(payInSandbox, async ({ params, input, me, read, finish }) => {
    const found = await read(async (sql) => {
      const load =
        (await readOwnLoad(sql, { id: params.id, userId: me.userId })) ??
        (await readTopUpPayment(sql, { id: params.id, scope: me.scope }))
      return load && { load, transfers: await readTransfers(sql, load.id) }
    })
    if (!found) return refused('record_not_found')
    const payment = sandboxPaymentOf(input.payment, { ...found, assets: needs.rail.assets })
    if (payment.afterMs > 0) await mover.advanceTo(after(clock.now(), payment.afterMs))
    const { asset, amount } = payment
    const sent = await needs.controls.post<{ txHash: string }>('chain', '/pay', {
      asset,
      to: found.load.address,
      amount,
    })
    return finish({ txHash: sent.txHash, asset, amount })
  })

  mountSandboxTools(kernel, needs)
  mountSandboxTreasury(kernel, needs)

  mount(removeDemoData, async ({ finish }) => {
    const { removed, retained } = await removeDemo(kernel)
    return finish({ removed, retained: [...retained] })
  })
}
