import { administratorOf } from './support/administrator.ts'
import { violations } from './support/browser-checks.ts'
import { expect, phone, picture, test } from './support/journey.ts'
import { insertDeadJob } from './support/owner-database.ts'
import * as en from '../../contract/src/messages/en.ts'
import * as es from '../../contract/src/messages/es.ts'

const superAdmin = 6
/** A fresh load shows what has become of the work, whatever a slow machine missed. */
const patience = { timeout: 60_000 }

test('an administrator sees a job that has no retries left, resumes it, and sees it done', async ({
  openPage,
}) => {
  const page = await administratorOf(openPage, { roleId: superAdmin })
  const { processes, adminHome } = en
  // It tells open pages to read their banners again, so it succeeds when it is resumed.
  await insertDeadJob('settings.incident_turn')
  await page.goto('/admin')
  await page.getByRole('link', { name: adminHome.attention.failingJobs }).click()
  await expect(page).toHaveURL(/\/admin\/processes\?state=attention/)
  const row = page.getByRole('listitem').filter({ hasText: processes.names.banners.title })
  await expect(row).toContainText(processes.state.stopped)
  await expect(row).toContainText(processes.advice.stopped)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'processes-en-light-desk')

  await row.getByRole('link').click()
  const drawer = page.locator('aside, [role=dialog]').filter({ hasText: processes.names.banners.about })
  await expect(drawer).toContainText(processes.error.silentService)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'process-en-light-desk')
  await drawer.getByRole('button', { name: processes.resume.one, exact: true }).first().click()
  const question = page.getByRole('dialog').filter({ hasText: processes.resume.effects.once })
  expect(await violations(page, 'all')).toEqual([])
  await question.getByRole('button', { name: processes.resume.send, exact: true }).click()
  await expect(async () => {
    await page.goto('/admin/processes?open=banners')
    await expect(drawer).toContainText(processes.job.none)
  }).toPass(patience)

  // Work that runs at intervals can be run early, also in Spanish on a phone.
  await page.goto('/admin/processes')
  await page.getByRole('button', { name: 'Cambiar a español' }).click()
  await expect(page.getByRole('heading', { name: es.processes.title, level: 1 })).toBeVisible()
  await page.setViewportSize(phone)
  await page.goto('/admin/processes?search=liquidaciones')
  const settlements = page.getByRole('listitem').filter({ hasText: es.processes.names.settlements.about })
  await expect(settlements).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'processes-es-light-phone')
  await settlements.getByRole('link').click()
  await page.getByRole('button', { name: es.processes.run.now, exact: true }).click()
  await expect(page.getByText(/empieza ahora|Ya se ejecuta/)).toBeVisible(patience)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'process-es-light-phone')
})
