import type { ReactNode } from 'react'

/** A list of names and values in two columns. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-1 text-sm max-sm:gap-x-3">{children}</dl>
}

export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="min-w-0 tabular-nums">{children}</dd>
    </>
  )
}

/** An empty value: a dash on the screen (the specification, section 4), words for screen readers. */
export function Dash({ meaning }: { meaning: string }) {
  return (
    <>
      <span aria-hidden>–</span>
      <span className="sr-only">{meaning}</span>
    </>
  )
}
