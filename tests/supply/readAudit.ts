/** What `npm audit --json` said, in a line. */
import * as v from 'valibot'

const found = v.object({
  vulnerabilities: v.record(v.string(), v.object({ name: v.string(), severity: v.string(), range: v.string() })),
})
const noAnswer = v.object({ statusCode: v.optional(v.number()) })

export function readAudit(json: string): { readonly line: string; readonly isBad: boolean } {
  const answer = parseAnswer(json)
  const report = v.safeParse(found, answer)
  if (!report.success) {
    const { output, success } = v.safeParse(noAnswer, answer)
    const status = success && output.statusCode !== undefined ? ` (status ${output.statusCode})` : ''
    return { line: `No advisories seen: the package registry does not answer${status}.`, isBad: false }
  }
  const all = Object.values(report.output.vulnerabilities)
  const bad = all.filter(({ severity }) => severity === 'high' || severity === 'critical')
  // A mirror that keeps no advisories answers as if there were none.
  if (all.length === 0) return { line: 'No advisories seen: the package registry named none.', isBad: false }
  if (bad.length === 0) return { line: `Audited: ${all.length} vulnerabilities, none high or critical.`, isBad: false }
  return { line: `Vulnerable: ${bad.map(({ name, range, severity }) => `${name} ${range} (${severity})`).join(', ')}`, isBad: true }
}

/** What npm printed, or undefined where it is no JSON. */
export function parseAnswer(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
