/** `npm run sbom`: writes dist/sbom.json, the packages that run in production, as CycloneDX 1.6. Reads package-lock.json alone. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import * as v from 'valibot'
import { findCommit } from './commit.ts'
import { readLock } from './lockedPackages.ts'
import { softwareBill } from './softwareBill.ts'

const { name, version } = v.parse(v.object({ name: v.string(), version: v.string() }), JSON.parse(readFileSync('package.json', 'utf8')))
const bill = softwareBill({ name, version, commit: findCommit() }, readLock(), new Date())
mkdirSync('dist', { recursive: true })
writeFileSync('dist/sbom.json', `${JSON.stringify(bill, null, 2)}\n`)
console.log(`dist/sbom.json: ${bill.components.length} packages`)
