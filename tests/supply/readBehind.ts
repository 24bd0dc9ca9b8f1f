/** What of the direct dependencies is behind its newest version, and how far the other packages and Node let it go. */
import { compare, gt, satisfies } from 'semver'
import * as v from 'valibot'
import { findFrom, type LockedPackage } from './lockedPackages.ts'
import { parseAnswer } from './readAudit.ts'

/** From `npm outdated --json`: the newest version of each package for which package.json or the lock file names another. */
const outdatedSchema = v.record(v.string(), v.object({ latest: v.string() }))

/** From `npm view NAME@RANGE name version engines peerDependencies --json`. */
const releaseSchema = v.object({
  version: v.string(),
  engines: v.optional(v.object({ node: v.optional(v.string(), '*') }), {}),
  peerDependencies: v.optional(v.record(v.string(), v.string()), {}),
})
const releasesSchema = v.union([v.array(releaseSchema), releaseSchema])

export type Behind = { readonly name: string; readonly installed: string; readonly newest: string }

/** Undefined where the registry gave no answer. `packages` are those of the lock file. */
export function readBehind(outdatedJson: string, packages: readonly LockedPackage[]): readonly Behind[] | undefined {
  const { output, success } = v.safeParse(outdatedSchema, parseAnswer(outdatedJson))
  if (!success) return undefined
  return Object.entries(output).flatMap(([name, { latest }]) => {
    const installed = packages.find(({ path }) => path === `node_modules/${name}`)?.version
    return installed !== undefined && gt(latest, installed) ? [{ name, installed, newest: latest }] : []
  })
}

/** A package that is not there excludes nothing. */
function isIn(version: string | undefined, range: string): boolean {
  return version === undefined || satisfies(version, range, { includePrerelease: true })
}

/**
 * The newest release that each of `nodes` can run and that fits its peers and those whose peer it is; the installed one where there is no
 * newer. Undefined where the registry gave no answer.
 */
export function newestThatFits(
  { name, installed, newest }: Behind,
  releasesJson: string,
  packages: readonly LockedPackage[],
  nodes: readonly string[],
): string | undefined {
  const { output, success } = v.safeParse(releasesSchema, parseAnswer(releasesJson))
  if (!success) return undefined
  const byPath = new Map(packages.map((one) => [one.path, one]))
  const asked = packages.flatMap(({ path, peers }) => {
    const range = peers[name]
    return range !== undefined && findFrom(path, name, byPath)?.path === `node_modules/${name}` ? [range] : []
  })
  const fitting = [output]
    .flat()
    .filter(
      ({ version, engines, peerDependencies }) =>
        !gt(version, newest) &&
        nodes.every((node) => satisfies(node, engines.node ?? '*')) &&
        asked.every((range) => isIn(version, range)) &&
        Object.entries(peerDependencies).every(([peer, range]) => isIn(byPath.get(`node_modules/${peer}`)?.version, range)),
    )
  return [installed, ...fitting.map(({ version }) => version)].toSorted(compare).at(-1)
}
