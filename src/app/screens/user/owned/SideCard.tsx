import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Card, CardContent, CardHeader, CardTitle } from '../../../ui/card.tsx'
import { FocusPlace } from './FocusPlace.tsx'

type SideCardProps = { title: string; count: number; children: ReactNode }

/** What a user has besides their detectors. */
export function SideCard({ title, count, children }: SideCardProps) {
  const { i18n } = useLingui()
  return (
    <Card className="gap-2! py-4!">
      <CardHeader>
        <CardTitle>
          {title} <span className="font-normal text-muted-foreground tabular-nums">{i18n.number(count)}</span>
        </CardTitle>
      </CardHeader>
      <CardContent>
        <FocusPlace count={count}>
          <ul
            aria-label={title}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll area must be reachable by keyboard
            tabIndex={0}
            className="-mx-2 flex max-h-96 flex-col divide-y divide-border/60 overflow-y-auto px-2 text-sm wrap-anywhere"
          >
            {children}
          </ul>
        </FocusPlace>
      </CardContent>
    </Card>
  )
}
