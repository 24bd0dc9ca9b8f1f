import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ArrowRight, Cable } from 'lucide-react'
import { CatalogueClashes } from '../../kit/record/CatalogueClashes.tsx'
import { usePageTitle } from '../../kit/pages/usePageTitle.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardContent, CardDescription, CardFooter, CardHeader, CardTitle } from '../../ui/card.tsx'

/** The start page of staff. The figures will follow with their calls. */
export function DashboardScreen() {
  const { t } = useLingui()
  const title = t`Dashboard`
  usePageTitle(title)
  return (
    <div className="flex max-w-2xl flex-col gap-6">
      <h1 className="text-2xl font-semibold">{title}</h1>
      <CatalogueClashes />
      <Card>
        <CardHeader className="grid-cols-[auto_1fr] gap-x-4">
          <span className="row-span-2 grid size-11 place-items-center rounded-lg bg-accent text-accent-foreground">
            <Cable aria-hidden className="size-5" />
          </span>
          <CardTitle>
            <Trans>Product updates</Trans>
          </CardTitle>
          <CardDescription>
            <Trans>Connect a detector over USB, identify it and install firmware on it.</Trans>
          </CardDescription>
        </CardHeader>
        <CardContent className="text-sm text-pretty text-muted-foreground">
          <Trans>You use the same page as customers. Each update is recorded under your own account.</Trans>
        </CardContent>
        <CardFooter>
          <Button asChild>
            <Link to="/productUpdate/index">
              <Trans>Update a detector</Trans>
              <ArrowRight aria-hidden />
            </Link>
          </Button>
        </CardFooter>
      </Card>
    </div>
  )
}
