/** A release that staff offer in steps: its plan is paused and goes on, and its share is raised by hand. */
import { sql } from 'drizzle-orm'
import type { BuiltServer } from '../support/builtServer.ts'
import { inDatabase } from '../support/inDatabase.ts'
import { firmwareFile, publish } from './detector.ts'
import { expect, signIn, test } from './portal.ts'
import { confirmPoints, question } from './releaseSteps.ts'

const version = '9.1'

/** As if detectors of the firmware's products had been updated this often in the last days, so that its first share need not be raised. */
async function updateOften(server: BuiltServer, firmwareId: number, times: number): Promise<void> {
  const updates = sql`
    insert into product_updates (user_product_id, firmware_id, date, success, reported_at)
    select min(detector.id), ${firmwareId}::integer, now() - interval '3 days', true, now() - interval '3 days'
    from user_products as detector
    inner join firmware_products on firmware_products.product_id = detector.product_id and firmware_products.firmware_id = ${firmwareId},
      generate_series(1, ${times}::integer) as time
    group by time`
  await inDatabase(server, (db) => db.execute(updates))
}

test('an administrator offers a draft in steps, pauses its plan, lets it go on, and raises its share for a reason', async ({
  page,
  request,
  server,
}) => {
  const firmwareId = await publish(request, version, firmwareFile(262_144, 91).file, false)
  await updateOften(server, firmwareId, 20_000)
  await signIn(page, 'admin')
  await page.goto(`/firmware/show/${firmwareId}`)

  // Staged
  await page.getByRole('button', { name: 'Offer in steps…' }).click()
  await expect(question(page)).toHaveAccessibleDescription(
    /^It will be offered to \d+ customers? with \d+ detectors?.* first.* It then grows .*as updates succeed, at most one step a day\.$/,
  )
  await confirmPoints(page)
  await question(page)
    .getByRole('button', { name: /^Offer to \d+ customers?$/ })
    .click()
  await expect(page.getByText(`${version} is now offered in steps`)).toBeVisible()
  const plan = page.getByRole('region', { name: 'Plan' })
  await expect(plan).toContainText(
    /Offered to 2% of the detectors since \d\d:\d\d today\. Next: 10%, after \d+ more updates without a failure/,
  )

  // Paused, and on again
  await plan.getByRole('button', { name: 'Pause' }).click()
  await expect(plan.getByText(/^Paused since \d\d:\d\d today$/)).toBeVisible()
  await expect(plan).not.toContainText('Next:')
  await plan.getByRole('button', { name: 'Go on' }).click()
  await expect(plan).toContainText('Next: 10%')

  // To more detectors at once
  await plan.getByRole('button', { name: 'Raise the share…' }).click()
  const form = page.getByRole('dialog', { name: `Raise the share of ${version}` })
  await form.getByLabel('Share of the detectors, in percent').fill('50')
  await form.getByLabel('Reason').fill('Support is calm')
  await form.getByRole('button', { name: 'Offer to 50% of the detectors' }).click()
  await expect(form).toHaveCount(0)
  await expect(plan).toContainText(/Offered to 50% of the detectors .* Next: everyone, after/)
  await expect(page.getByText('Share of the detectors: 2% → 50% · Support is calm')).toBeVisible()
})
