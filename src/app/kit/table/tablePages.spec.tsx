import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { drawComponent } from '../../../../tests/component/render.tsx'
import { TablePages } from './TablePages.tsx'

const texts = (role: 'button' | 'option') =>
  page
    .getByRole(role)
    .elements()
    .map((element) => element.getAttribute('aria-label') ?? element.textContent)

it('has three page links between the first and the last page, and the specified numbers of rows [T62]', async () => {
  for (const [currentPage, first] of [
    [1, 1],
    [5, 4],
    [8, 6],
  ] as const) {
    await drawComponent(<TablePages totalRows={80} state={{ currentPage, perPage: 10 }} onChange={() => {}} />)
    await expect.element(page.getByRole('button', { name: `Page ${currentPage}` })).toHaveAttribute('aria-current', 'page')
    expect(texts('button')).toEqual(['First page', `Page ${first}`, `Page ${first + 1}`, `Page ${first + 2}`, 'Last page'])
  }
  expect(texts('option')).toEqual(['10 per page', '50 per page', '100 per page', 'See everything'])
})
