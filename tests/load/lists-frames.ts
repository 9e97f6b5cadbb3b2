import { chromium, type CDPSession } from '@playwright/test'
import { chromiumLaunch } from '../support/chromium.ts'
import type { MeasuredPerson } from './measured-product.ts'

const frames = 200
const pixelsPerFrame = 120

const metric = async (session: CDPSession, name: string): Promise<number> => {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find((each) => each.name === name)?.value ?? 0
}

/** Scrolls by one step in each frame, and reads further pages when the end comes near. */
const scroll = `(async () => {
  const grid = [...document.querySelectorAll('main, main *')].find((each) =>
    each.scrollHeight > each.clientHeight + 200 && /auto|scroll/.test(getComputedStyle(each).overflowY)) ?? document.scrollingElement;
  let direction = 1;
  for (let frame = 0; frame < ${frames}; frame += 1) {
    grid.scrollTop += ${pixelsPerFrame} * direction;
    await new Promise(requestAnimationFrame);
  }
  return document.querySelectorAll('main tr, main [role=row]').length;
})()`

/**
 * The processor time of the main thread for each frame of scrolling through the list of users, and the heap of the
 * page after it, without what can be collected.
 */
export const measureFrames = async (origin: string, person: MeasuredPerson) => {
  const browser = await chromium.launch({ ...(await chromiumLaunch()), headless: true })
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    // The browser has no secure connection, so it gets the cookie by its name for such browsers.
    const value = person.cookie.slice(person.cookie.indexOf('=') + 1)
    const name = `cardamom-session-${new URL(origin).port}`
    await context.addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Strict' }])
    const headers = { authorization: `Bearer ${person.token}`, cookie: person.cookie }
    const known = (await (await fetch(`${origin}/api/getUserAuths`, { headers })).json()) as {
      user: object[]
      ip_info: object
    }
    await context.addInitScript(
      ({ token, user, ipInfo }) => {
        localStorage.setItem('token', token)
        localStorage.setItem('user', user)
        localStorage.setItem('ipInfo', ipInfo)
      },
      { token: person.token, user: JSON.stringify(known.user[0]), ipInfo: JSON.stringify(known.ip_info) },
    )
    const page = await context.newPage()
    await page.goto(`${origin}/admin/users`)
    await page.getByRole('row').nth(10).waitFor()
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable')
    // The first frames compile the code that later ones use.
    await page.evaluate(scroll)
    const beforeS = await metric(session, 'TaskDuration')
    const rows = Number(await page.evaluate(scroll))
    const frameCpuMs = ((await metric(session, 'TaskDuration')) - beforeS) * (1000 / frames)
    await session.send('HeapProfiler.collectGarbage')
    return { frameCpuMs, heapMb: (await metric(session, 'JSHeapUsedSize')) / 1e6, rows }
  } finally {
    await browser.close()
  }
}
