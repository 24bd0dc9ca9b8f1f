/**
 * A bill of materials in CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/). Made here, because `npm sbom --omit=dev` leaves out packages
 * that something needed for development needs too (pg, nodemailer), and cyclonedx-npm brings 177 packages and a native build.
 */
import { findFrom, type Lock, type LockedPackage } from './lockedPackages.ts'

export type Project = { readonly name: string; readonly version: string; readonly commit: string | null }

type Component = {
  readonly type: 'library'
  readonly 'bom-ref': string
  readonly name: string
  readonly group?: string
  readonly version: string
  readonly purl: string
  readonly scope: 'required' | 'optional'
  readonly licenses: readonly ({ readonly license: { readonly id: string } } | { readonly expression: string })[]
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
}

export function softwareBill(project: Project, { packages, runtimeDependencies }: Lock, now: Date) {
  const byPath = new Map(packages.map((one) => [one.path, one]))
  const runtime = packages.filter(({ isRuntime }) => isRuntime)
  const projectRef = `${project.name}@${project.version}`
  const refsOf = (path: string, names: readonly string[]) =>
    names.map((name) => findFrom(path, name, byPath)?.path).filter((found) => found !== undefined)
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: now.toISOString(),
      component: {
        type: 'application',
        'bom-ref': projectRef,
        name: project.name,
        version: project.version,
        ...(project.commit !== null && { properties: [{ name: 'commit', value: project.commit }] }),
      },
    },
    components: runtime.map(component),
    dependencies: [
      { ref: projectRef, dependsOn: refsOf('', runtimeDependencies) },
      ...runtime.map(({ path, dependencies }) => ({ ref: path, dependsOn: refsOf(path, dependencies) })),
    ],
  }
}

function component({ path, name, version, license, integrity, isOptional }: LockedPackage): Component {
  const scope = /^(@[^/]+)\/(.+)$/.exec(name)
  const hash = /^sha512-(.+)$/.exec(integrity ?? '')?.[1]
  return {
    type: 'library',
    // A package may lie in several places.
    'bom-ref': path,
    name: scope?.[2] ?? name,
    ...(scope?.[1] !== undefined && { group: scope[1] }),
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    scope: isOptional ? 'optional' : 'required',
    licenses: license === undefined ? [] : [/ (?:AND|OR) /.test(license) ? { expression: license } : { license: { id: license } }],
    ...(hash !== undefined && { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] }),
  }
}
