/** Articles as the fake API keeps them for the screens of one test. */
import type { ShownNews } from '../../src/contract/news.ts'
import { AppError, type ErrorCode } from '../../src/errors.ts'
import type { FakeCalls } from './fakeApi.ts'
import { fakeTable } from './fakeTable.ts'
import { newsRow, shownNews } from './records.ts'
import { sessionOf } from './render.tsx'

export type NewsWorld = ReturnType<typeof createNewsWorld>

/** One article that is read and saved, in a list of two. */
export function createNewsWorld() {
  const world = {
    stored: shownNews(),
    /** Why an article is neither given nor saved. */
    refusal: null as ErrorCode | null,
  }
  function refuse(): void {
    if (world.refusal !== null) throw new AppError(world.refusal)
  }
  type Saved = { title: string; content: string; published: boolean; publishAt?: string | undefined }
  function save({ title, content, published, publishAt: asked }: Saved): void {
    refuse()
    const { version, publishAt: known } = world.stored
    const publishAt = published || asked === '' ? null : (asked ?? known)
    world.stored = { ...world.stored, title, tostring: title, content, status: published, publishAt, version: version + 1 }
  }
  const mark = (fields: Partial<ShownNews>) => Object.assign(world, { stored: { ...world.stored, ...fields } })
  const news = {
    ...fakeTable(() => [
      newsRow(7, 'Firmware 5.2', { status: true, thumbnail: null }),
      newsRow(8, world.stored.title, { publishAt: world.stored.publishAt }),
    ]),
    get() {
      refuse()
      return world.stored
    },
    create({ body }) {
      save(body)
      return { id: 8 }
    },
    update({ params, body }) {
      save(body)
      return params
    },
    remove({ params }) {
      mark({ isDeleted: true, restorableUntil: '2026-11-22T10:00:00.000Z' })
      return params
    },
    restore({ params }) {
      mark({ isDeleted: false, restorableUntil: null })
      return params
    },
  } satisfies FakeCalls['news']
  const calls: FakeCalls = { news, authentication: { refresh: () => sessionOf('marketing') } }
  return Object.assign(world, { news, calls })
}
