import { Fragment, type ReactNode } from 'react'

type Facts = readonly (readonly [name: string, value: ReactNode])[]

/** The facts about a record: names on the left, values on the right. A missing value is a dash. */
export function FactList({ facts }: { facts: Facts }) {
  return (
    <div className={columns}>
      <FactRows facts={facts} />
    </div>
  )
}

/** Facts under headings, in the same two columns. */
export function FactGroups({ groups }: { groups: readonly { readonly title: string; readonly facts: Facts }[] }) {
  return (
    <div className={columns}>
      {groups.map(({ title, facts }) => (
        <Fragment key={title}>
          <h2 className="mt-5 mb-1 font-semibold first:mt-0 sm:col-span-2">{title}</h2>
          <FactRows facts={facts} />
        </Fragment>
      ))}
    </div>
  )
}

/** Long names are broken rather than pressing the values together. */
const columns = 'grid gap-x-6 text-sm sm:grid-cols-[fit-content(38%)_minmax(0,1fr)]'

function FactRows({ facts }: { facts: Facts }) {
  return (
    <dl className="grid grid-cols-subgrid sm:col-span-2">
      {facts.map(([name, value]) => (
        <div key={name} className="grid grid-cols-subgrid gap-y-0.5 border-b border-border/60 py-2.5 last:border-0 sm:col-span-2">
          <dt className="text-muted-foreground">{name}</dt>
          <dd className="min-w-0 break-words">{value === null || value === undefined || value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  )
}
