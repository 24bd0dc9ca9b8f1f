/** The pages of the repository: those that comments cite are there, and so is what they link to. Reads files as text. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import { describe, expect, it } from 'vitest'

const paths = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...readdirSync('docs').map((name) => `docs/${name}`)]
const pages = paths.map((path) => ({ path, text: readFileSync(path, 'utf8') }))
const textOf = new Map(pages.map(({ path, text }) => [path, text]))

const sources = ['src', 'workers', 'tests'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
    .filter((path) => /\.(?:tsx?|js|css|sql)$/.test(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') })),
)

const self = 'tests/pages.test.ts'

/** Of headings, as GitHub makes them. */
function anchorsOf(text: string): string[] {
  const titles = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title.toLowerCase())
  return titles.map((title) => title.replaceAll(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'))
}

/** Whether a page has this item: "- **17.**", or "4." of a numbered list. */
function hasPoint(text: string, point: string): boolean {
  return new RegExp(`^(?:- \\*\\*${point}\\.|${point}\\. )`, 'm').test(text)
}

it('comments cite only source files that exist', () => {
  const all = sources.map(({ path }) => `/${path}`)
  const cited = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/^\s*(?:\/?\*|\/\/).*$/gm)].flatMap(([comment]) =>
      [...comment.matchAll(/[\w./-]*\w\.(?:tsx?|css|sql)\b/g)].map(([name]) => ({ path, name: name.replace(/^[./]+/, '') })),
    ),
  )
  expect(cited.length).toBeGreaterThan(200)
  expect(cited.filter(({ name }) => !existsSync(name) && !all.some((one) => one.endsWith(`/${name}`)))).toEqual([])
})

describe('the pages', () => {
  it('exist where a comment cites them, with the point that it names', () => {
    const cited = [...sources, ...pages.filter(({ path }) => !path.startsWith('docs/'))].flatMap(({ path, text }) =>
      [...text.matchAll(/([\w./-]+\.md)(?:, (?:rule )?(\d+))?/g)].map(([, page = '', point]) => ({ path, page, point })),
    )
    expect(cited.length).toBeGreaterThan(5)
    const missing = cited.filter(({ page, point }) => {
      const text = textOf.get(page)
      return text === undefined || (point !== undefined && !hasPoint(text, point))
    })
    expect(missing).toEqual([])
  })

  it('number each section of the specification that a comment cites', () => {
    // "section 7", "sections 2, 6 and 7"; the number may stand in the next line of the comment.
    const cited = sources
      .filter(({ path }) => path !== self)
      .flatMap(({ path, text }) =>
        [...text.matchAll(/\bsections?[\s*/]+(\d+(?:(?:,| and) \d+)*)/gi)].flatMap(([, numbers = '']) =>
          [...numbers.matchAll(/\d+/g)].map(([number]) => ({ path, number })),
        ),
      )
    expect(cited.length).toBeGreaterThan(80)
    const headings = [...(textOf.get('docs/specification.md') ?? '').matchAll(/^## (\d+)\. /gm)].map(([, number = '']) => number)
    expect(headings).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
    expect(cited.filter(({ number }) => !headings.includes(number))).toEqual([])
  })

  it('name scripts that exist, and every script is named', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
    const named = pages.flatMap(({ text }) => [...text.matchAll(/npm run (?:--silent )?([a-z][\w:-]*\w)/g)].map(([, name = '']) => name))
    expect(named.length).toBeGreaterThan(20)
    expect([...new Set(named)].filter((name) => !(name in scripts))).toEqual([])
    const words = new Set(pages.flatMap(({ text }) => [...text.matchAll(/[a-z][\w:-]*\w/g)].map(([word]) => word)))
    // "post…" runs by itself.
    expect(Object.keys(scripts).filter((name) => !name.startsWith('post') && !words.has(name))).toEqual([])
  })

  it('link to what is there, headings too', () => {
    const links = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)].map(([, to = '', anchor]) => {
        return { path, to: to === '' ? path : posix.join(dirname(path), to), anchor }
      }),
    )
    expect(links.length).toBeGreaterThan(5)
    const broken = links.filter(({ to, anchor }) => {
      return !existsSync(to) || (anchor !== undefined && !anchorsOf(textOf.get(to) ?? '').includes(anchor))
    })
    expect(broken).toEqual([])
  })

  it('begin with a README of at most 600 words', () => {
    expect((textOf.get('README.md') ?? '').split(/\s+/).filter((word) => word !== '').length).toBeLessThanOrEqual(600)
  })

  it('name no file or folder that is not there', () => {
    const named = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/`((?:src|workers|tests|locales|public|docs)\/[^`\s,<]*)(?=[`,])/g)].map(([, name = '']) => ({ path, name })),
    )
    expect(named.length).toBeGreaterThan(50)
    expect(named.filter(({ name }) => !existsSync(name))).toEqual([])
  })
})
