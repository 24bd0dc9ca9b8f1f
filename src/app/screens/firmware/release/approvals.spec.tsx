// @module-tag rest
/** The approval that a release waits for where two administrators have to agree. */
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openRelease } from '../../../../../tests/component/openRelease.ts'
import { createRelease } from '../../../../../tests/component/releases.ts'
import type { Person } from '../../../../../tests/component/render.tsx'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { sessionStore } from '../../../api/sessionStore.ts'

/** A draft that needs an approval, and remembers it. */
function openUnapproved(as: Person, others: Partial<ShownRelease> = {}) {
  let approvals: ShownRelease['approvals'] = []
  const release = createRelease({ state: 'draft', approvalsNeeded: 1, isApproved: false, ...others })
  return openRelease(release, {
    as,
    answers: {
      get: () => ({ ...release.calls.release.get(), approvals: [...(others.approvals ?? []), ...approvals] }),
      approve({ params }) {
        const id = sessionStore.read()?.id ?? 0
        approvals = [{ by: { id, tostring: 'Anne Admin' }, date: '2026-03-04T10:00:00.000Z' }]
        return params
      },
    },
  })
}

describe('approval by another administrator', () => {
  const approve = page.getByRole('button', { name: 'Approve' })
  const by = [{ by: { id: 3, tostring: 'Luc Admin' }, date: '2026-03-04T10:00:00.000Z' }]

  it('is asked once, and then named with its day', async () => {
    const { sent } = await openUnapproved('admin')
    await expect.element(page.getByText(/^Not approved yet/)).toBeVisible()
    await approve.click()
    await expect.element(page.getByRole('alertdialog', { name: 'Approve 5.2?' })).toBeVisible()
    expect(sent('approve')).toEqual([])
    await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click()
    await expect.element(page.getByText(/^Approved by Anne Admin on 04\/03\/2026/)).toBeVisible()
    expect(sent('approve')).toMatchObject([{ params: { id: 9 } }])
    await expect.element(approve).not.toBeInTheDocument()
    await expect.element(page.getByText(/^Not approved yet/)).not.toBeInTheDocument()
    await expect.element(page.getByText(/^No approval counts if you offer it/)).toBeVisible()
  })

  it('can be given by a further administrator', async () => {
    await openUnapproved('admin', { approvals: by, isApproved: true })
    await expect.element(page.getByText(/^Approved by Luc Admin/)).toBeVisible()
    await expect.element(approve).toBeVisible()
    await expect.element(page.getByText(/another administrator has to/)).not.toBeInTheDocument()
  })

  it('can be given where another one does not count, and while it grows', async () => {
    await openUnapproved('admin', { state: 'staged', approvals: by })
    await expect.element(page.getByText(/^No approval counts if you offer it/)).toBeVisible()
    await expect.element(approve).toBeVisible()
  })

  it.each<[string, Person, Partial<ShownRelease>]>([
    ['the back office', 'backoffice', {}],
    ['anybody where none is needed', 'admin', { approvalsNeeded: 0, isApproved: true }],
    ['anybody once it is offered to everyone', 'admin', { state: 'released' }],
    ['anybody once it grows as it was approved', 'admin', { state: 'staged', isApproved: true }],
  ])('is not asked of %s', async (_, as, others) => {
    await openUnapproved(as, others)
    await expect.element(page.getByRole('table')).toBeVisible()
    await expect.element(approve).not.toBeInTheDocument()
  })
})
