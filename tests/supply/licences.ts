/** `npm run licences`: counts the licences of all packages in package-lock.json; fails where one is not in licenceRules.ts. */
import { exceptionOf, isAllowed } from './licenceRules.ts'
import { type LockedPackage, readLock } from './lockedPackages.ts'

const { packages } = readLock()

function report(title: string, part: readonly LockedPackage[]): void {
  console.log(`${title}: ${part.length} packages`)
  for (const license of new Set(part.map((one) => one.license))) {
    const those = part.filter((one) => one.license === license)
    const why = those.map(exceptionOf).find((reason) => reason !== undefined)
    console.log(
      `  ${String(those.length).padStart(4)}  ${license ?? 'none named'}${why === undefined ? '' : `  (${those[0]?.name ?? ''} …: ${why})`}`,
    )
  }
}

report(
  'Runtime',
  packages.filter(({ isRuntime }) => isRuntime),
)
report(
  'Development',
  packages.filter(({ isRuntime }) => !isRuntime),
)

const refused = packages.filter((one) => !isAllowed(one))
for (const { path, version, license } of refused) {
  console.error(`Not allowed: ${path} ${version}: ${license ?? 'no licence found'}. See tests/supply/licenceRules.ts.`)
}
process.exitCode = refused.length > 0 || packages.length === 0 ? 1 : 0
