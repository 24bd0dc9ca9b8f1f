import type { ReactNode } from 'react'

type Facts = readonly (readonly [name: string, value: ReactNode])[]

/** The facts about a record: names on the left, values on the right. A missing value is a dash. */
export function FactList({ facts }: { facts: Facts }) {
  return (
    // Long names are broken rather than pressing the values together.
    <dl className="grid gap-x-6 text-sm sm:grid-cols-[fit-content(38%)_minmax(0,1fr)]">
      {facts.map(([name, value]) => (
        <div key={name} className="grid grid-cols-subgrid gap-y-0.5 border-b border-border/60 py-2.5 last:border-0 sm:col-span-2">
          <dt className="text-muted-foreground">{name}</dt>
          <dd className="min-w-0 break-words">{value === null || value === undefined || value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  )
}
