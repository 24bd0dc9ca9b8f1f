/** compose.yaml and the Dockerfile, as text: what the pages promise of them. `npm run drill:compose` runs them. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { secretVariables } from '../src/server/config/readConfig.ts'

const compose = readFileSync('compose.yaml', 'utf8')
const operating = readFileSync('docs/operating.md', 'utf8')
const readme = readFileSync('README.md', 'utf8')

/** Those that the image sets itself, or that are for one command. */
const notPassed = new Set(['NODE_ENV', 'PORT', 'HOST', 'DATA_DIR', 'ADMIN_PASSWORD'])

/** The text of each service. */
const services = new Map(
  (/^services:\n([\s\S]*?)^networks:/m.exec(compose)?.[1] ?? '')
    .split(/^ {2}(?=[a-z]+:$)/m)
    .slice(1)
    .map((text) => [text.slice(0, text.indexOf(':')), text]),
)
const portal = services.get('portal') ?? ''

/** The first column of the table of variables. */
function documentedVariables(): string[] {
  const [, table = ''] = /^## Environment variables\n([\s\S]*?)^## /m.exec(operating) ?? []
  return [...table.matchAll(/^\| (`[A-Z][^|]*) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => name),
  )
}

function passedVariables(): string[] {
  const [, environment = ''] = /^ {4}environment:\n([\s\S]*)/m.exec(portal) ?? []
  return [...environment.matchAll(/^ {6}([A-Z0-9_]+):/gm)].map(([, name = '']) => name.replace(/_FILE$/, ''))
}

describe('compose.yaml', () => {
  it('passes every variable that the pages name', () => {
    const documented = documentedVariables()
    expect(documented).toContain('PUBLIC_URL')
    const passed = passedVariables()
    expect(documented.filter((name) => !passed.includes(name) && !notPassed.has(name))).toEqual([])
  })

  it('hands secrets over as files, from a folder that git and the image leave out', () => {
    for (const name of ['DATABASE_URL', 'SECRET_KEY', 'S3_SECRET_ACCESS_KEY', 'SMTP_URL']) {
      expect(portal).toContain(`${name}_FILE: /run/secrets/${name.toLowerCase()}\n`)
      expect(compose).toContain(`\n  ${name.toLowerCase()}: { file: secrets/${name.toLowerCase()} }\n`)
      expect(readme).toMatch(new RegExp(`\\b${name.toLowerCase()}\\b`))
    }
    expect(readFileSync('.dockerignore', 'utf8')).toMatch(/^secrets$/m)
    expect(readFileSync('.gitignore', 'utf8')).toMatch(/^secrets\/$/m)
  })

  it('takes each other secret as a file too, if .env names one', () => {
    const [, listed = ''] = /^ {4}secrets: \[(.*)\]$/m.exec(portal) ?? []
    for (const name of secretVariables) {
      expect(listed.split(', ')).toContain(name.toLowerCase())
      if (portal.includes(`${name}_FILE: /run/`)) continue
      expect(portal).toContain(`\n      ${name}: \${${name}:-}\n`)
      expect(portal).toContain(`\n      ${name}_FILE: \${${name}_FILE:+/run/secrets/${name.toLowerCase()}}\n`)
      expect(compose).toContain(`\n  ${name.toLowerCase()}: { file: '\${${name}_FILE:-/dev/null}' }\n`)
    }
  })

  it('builds with the root of the maker, and without a key of theirs', () => {
    expect(portal).toContain("RELEASE_ROOT: '${RELEASE_ROOT:-}'")
    expect(readFileSync('Dockerfile', 'utf8')).toMatch(/^ARG RELEASE_ROOT=\nRUN .*RELEASE_ROOT="\$RELEASE_ROOT" npm run build/m)
    for (const file of ['.dockerignore', '.gitignore']) expect(readFileSync(file, 'utf8')).toMatch(/^(?:\*\*\/)?\*\.pem$/m)
  })

  it.each([...services])('limits the memory of the %s, and asks whether it is well', (name, text) => {
    expect(text).toMatch(/^ {4}mem_limit: \d+[mg]$/m)
    expect(name === 'portal' ? readFileSync('Dockerfile', 'utf8') : text).toMatch(/^HEALTHCHECK|^ {4}healthcheck:/m)
  })

  it('makes an image that says which version and commit it is', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    const image = readFileSync('Dockerfile', 'utf8').split('FROM debian:')[1]
    expect(image).toContain(
      `\nARG COMMIT=\nLABEL org.opencontainers.image.title="Fieldport" org.opencontainers.image.version="${version}" `,
    )
    expect(image).toContain('org.opencontainers.image.revision="$COMMIT"')
  })

  it('names every image by its exact version, as the Dockerfile does', () => {
    const images = [...compose.matchAll(/^ {4}image: (\S+:\S+)$/gm)].map(([, image]) => image)
    const bases = [...readFileSync('Dockerfile', 'utf8').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)
    expect([images.length, bases.length]).toEqual([3, 2])
    for (const image of [...images, ...bases]) expect(image).toMatch(/:v?\d+\.\d+(?:\.\d+)?(?:-|$)/)
  })
})

describe('the lines of README.md to run it', () => {
  it('are at most ten', () => {
    const [, lines = ''] = /^## Run it\n[\s\S]*?```sh\n([\s\S]*?)```/m.exec(readme) ?? []
    expect(lines).toContain('docker compose up --detach --wait')
    expect(lines.trimEnd().split('\n').length).toBeLessThanOrEqual(10)
  })
})
