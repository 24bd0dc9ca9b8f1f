import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef } from 'react'
import { Card, CardContent, CardHeader, CardTitle } from '../../../ui/card.tsx'

type SideCardProps = { title: string; count: number; empty: string; children: ReactNode }

/** A list of what a user has. Keeps the focus when the row that had it is deleted. */
export function SideCard({ title, count, empty, children }: SideCardProps) {
  const { i18n } = useLingui()
  const content = useRef<HTMLDivElement>(null)
  const shownCount = useRef(count)
  useEffect(() => {
    const hasLostRow = count < shownCount.current
    shownCount.current = count
    if (hasLostRow && document.activeElement === document.body) (content.current?.querySelector('ul') ?? content.current)?.focus()
  }, [count])
  return (
    <Card>
      <CardHeader>
        <CardTitle>
          {title} <span className="font-normal text-muted-foreground tabular-nums">{i18n.number(count)}</span>
        </CardTitle>
      </CardHeader>
      <CardContent ref={content} tabIndex={-1} className="outline-none">
        {count === 0 ? (
          <p className="text-sm text-muted-foreground">{empty}</p>
        ) : (
          <ul
            aria-label={title}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll area must be reachable by keyboard
            tabIndex={0}
            className="-mx-2 flex max-h-96 flex-col divide-y divide-border/60 overflow-y-auto px-2 text-sm"
          >
            {children}
          </ul>
        )}
      </CardContent>
    </Card>
  )
}
