import { Trans } from '@lingui/react/macro'
import { Table } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'

/** A button below a chart that shows `children`, the table of the same numbers. */
export function AsTable({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="outline" size="sm" className="w-fit" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <Table aria-hidden />
        {isOpen ? <Trans>Hide the table</Trans> : <Trans>Show as a table</Trans>}
      </Button>
      {isOpen && children}
    </>
  )
}
