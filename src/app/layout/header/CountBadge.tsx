const shownMax = 99

/** How much waits behind a link; nothing where that is 0. `label` says it to screen readers, who read it after the link's name. */
export function CountBadge({ count, label }: { count: number; label: string }) {
  if (count === 0) return null
  return (
    <>
      <span className="sr-only">{label}</span>
      <span
        aria-hidden
        className="grid h-4.5 min-w-4.5 place-items-center rounded-full bg-primary px-1 text-[0.6875rem] leading-none font-semibold text-primary-foreground tabular-nums"
      >
        {count > shownMax ? `${shownMax}+` : count}
      </span>
    </>
  )
}
