// @module-tag rest
/** Every part in forced colours, where fills and shadows are gone: axe computes nothing there. */
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { drawComponent } from '../../../tests/component/render.tsx'
import { styleAt, systemColour } from '../../../tests/component/systemColours.ts'
import * as alertDialog from './alert-dialog.tsx'
import { Alert } from './alert.tsx'
import { Badge } from './badge.tsx'
import { Button } from './button.tsx'
import { Calendar } from './calendar.tsx'
import { Card } from './card.tsx'
import { Checkbox } from './checkbox.tsx'
import { Combobox } from './combobox.tsx'
import { Dialog, DialogContent, DialogTitle } from './dialog.tsx'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from './dropdown-menu.tsx'
import { Input } from './input.tsx'
import { Label } from './label.tsx'
import { MultiCombobox } from './multi-combobox.tsx'
import { NativeSelect } from './native-select.tsx'
import { Popover, PopoverContent, PopoverTrigger } from './popover.tsx'
import { Progress } from './progress.tsx'
import { Sheet, SheetContent } from './sheet.tsx'
import { Skeleton } from './skeleton.tsx'
import { Spinner } from './spinner.tsx'
import { Tabs, TabsList, TabsTrigger } from './tabs.tsx'
import { Textarea } from './textarea.tsx'

type Part = {
  readonly drawn: ReactNode
  readonly steps?: () => Promise<void>
  /** Has a border. */
  readonly bordered?: readonly string[]
  /** Only text or lines, in a colour that is not the page's. */
  readonly written?: string
  /** Looks unlike the second one. */
  readonly unlike?: readonly [string, string]
}

const variants = ['default', 'destructive', 'outline', 'secondary', 'ghost', 'filter', 'chosenFilter'] as const
const options = [
  { value: 'a', label: 'Ann' },
  { value: 'b', label: 'Bob' },
]
const select = { name: 'who', options, placeholder: 'Choose', searchLabel: 'Search', emptyText: 'Nobody' }
const openList = async () => page.getByRole('combobox').first().click()
const list = {
  bordered: ['[data-slot="combobox-trigger"]', '[data-slot="popover-content"]'],
  unlike: ['[data-slot="command-item"][aria-selected="true"]', '[data-slot="command-item"][aria-selected="false"]'],
} as const
const dialog = {
  drawn: (
    <Dialog open>
      <DialogContent closeLabel="Close" aria-describedby={undefined}>
        <DialogTitle>Buy</DialogTitle>
      </DialogContent>
    </Dialog>
  ),
  bordered: ['[data-slot="dialog-content"]', '[data-slot="dialog-close"]'],
}

/** By the file's name. */
const parts: Readonly<Record<string, Part>> = {
  'alert-dialog': {
    drawn: (
      <alertDialog.AlertDialog open>
        <alertDialog.AlertDialogContent aria-describedby={undefined}>
          <alertDialog.AlertDialogTitle>Delete?</alertDialog.AlertDialogTitle>
          <alertDialog.AlertDialogCancel>Cancel</alertDialog.AlertDialogCancel>
          <alertDialog.AlertDialogAction>Delete</alertDialog.AlertDialogAction>
        </alertDialog.AlertDialogContent>
      </alertDialog.AlertDialog>
    ),
    bordered: ['[data-slot="alert-dialog-content"]', '[data-slot="alert-dialog-cancel"]', '[data-slot="alert-dialog-action"]'],
  },
  alert: { drawn: <Alert>Note</Alert>, bordered: ['[data-slot="alert"]'] },
  badge: { drawn: <Badge variant="success">Sent</Badge>, bordered: ['[data-slot="badge"]'] },
  button: {
    drawn: (
      <>
        {variants.map((variant) => (
          <Button key={variant} variant={variant} className={`is-${variant}`}>
            Save
          </Button>
        ))}
        <Button asChild>
          <a href="#here" className="is-link">
            Go
          </a>
        </Button>
        <Button aria-pressed className="is-pressed">
          Month
        </Button>
      </>
    ),
    bordered: [...variants.map((variant) => `.is-${variant}`), '.is-link'],
    unlike: ['.is-pressed', '.is-outline'],
  },
  calendar: {
    drawn: <Calendar mode="single" selected={new Date(2026, 10, 5)} defaultMonth={new Date(2026, 10, 1)} />,
    unlike: ['[data-day="2026-11-05"]', '[data-day="2026-11-06"]'],
  },
  card: { drawn: <Card>Text</Card>, bordered: ['[data-slot="card"]'] },
  checkbox: {
    drawn: (
      <>
        <Checkbox aria-label="On" checked />
        <Checkbox aria-label="Off" />
      </>
    ),
    bordered: ['[aria-label="Off"]'],
    unlike: ['[aria-label="On"]', '[aria-label="Off"]'],
  },
  combobox: { drawn: <Combobox {...select} value="a" onChange={() => {}} shown="Ann" />, steps: openList, ...list },
  dialog,
  'dialog-surface': dialog,
  'dropdown-menu': {
    drawn: (
      <DropdownMenu defaultOpen>
        <DropdownMenuTrigger asChild>
          <Button>Menu</Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuItem>One</DropdownMenuItem>
          <DropdownMenuItem>Two</DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
    ),
    steps: async () => userEvent.keyboard('{ArrowDown}'),
    bordered: ['[data-slot="dropdown-menu-content"]'],
    unlike: ['[role="menuitem"][data-highlighted]', '[role="menuitem"]:not([data-highlighted])'],
  },
  input: { drawn: <Input aria-label="Name" />, bordered: ['input'] },
  label: { drawn: <Label htmlFor="x">Name</Label>, written: 'label' },
  'multi-combobox': {
    drawn: <MultiCombobox {...select} chosen={options.slice(0, 1)} onChange={() => {}} removeLabel={(label) => `Remove ${label}`} />,
    steps: openList,
    ...list,
    bordered: [...list.bordered, '[aria-label="Remove Ann"]', 'li'],
  },
  'native-select': {
    drawn: <NativeSelect aria-label="Size" />,
    bordered: ['select'],
  },
  popover: {
    drawn: (
      <Popover defaultOpen>
        <PopoverTrigger>Open</PopoverTrigger>
        <PopoverContent aria-label="More">Text</PopoverContent>
      </Popover>
    ),
    bordered: ['[data-slot="popover-content"]', '[aria-haspopup="dialog"]'],
  },
  progress: {
    drawn: <Progress aria-label="Upload" value={40} />,
    bordered: ['[role="progressbar"]'],
    unlike: ['[data-slot="progress-indicator"]', '[role="progressbar"]'],
  },
  'search-select': { drawn: <Combobox {...select} value="b" onChange={() => {}} shown="Bob" />, steps: openList, ...list },
  sheet: {
    drawn: (
      <Sheet open>
        <SheetContent title="Menu" closeLabel="Close">
          <p>Text</p>
        </SheetContent>
      </Sheet>
    ),
    bordered: ['[data-slot="sheet-content"]', '[data-slot="dialog-close"]'],
  },
  skeleton: { drawn: <Skeleton className="h-8 w-40" />, bordered: ['[data-slot="skeleton"]'] },
  spinner: { drawn: <Spinner />, written: '[data-slot="spinner"]' },
  tabs: {
    drawn: (
      <Tabs defaultValue="one">
        <TabsList>
          <TabsTrigger value="one">One</TabsTrigger>
          <TabsTrigger value="two">Two</TabsTrigger>
        </TabsList>
      </Tabs>
    ),
    unlike: ['[data-state="active"][role="tab"]', '[data-state="inactive"][role="tab"]'],
  },
  textarea: { drawn: <Textarea aria-label="Text" />, bordered: ['textarea'] },
}

/** What is drawn around and beneath it; null where it cannot be told from the page. A button's ground is the page's in most themes. */
function look(selector: string) {
  const { backgroundColor, borderTopColor, borderTopWidth, borderRightColor, borderRightWidth } = styleAt(selector)
  const grounds = new Set([systemColour('Canvas'), systemColour('ButtonFace')])
  const seen = (colour: string) => (grounds.has(colour) || /^rgba.*, 0\)$/.test(colour) ? null : colour)
  return {
    ground: seen(backgroundColor),
    border: (borderTopWidth !== '0px' && seen(borderTopColor)) || (borderRightWidth !== '0px' && seen(borderRightColor)) || null,
  }
}

function faults({ bordered = [], written, unlike }: Part): readonly string[] {
  const faded = written !== undefined && styleAt(written).color === systemColour('Canvas')
  const [one, other] = unlike ?? []
  const [ground, otherGround] = [one, other].map((selector) => selector && look(selector).ground)
  return [
    ...bordered.filter((selector) => look(selector).border === null).map((selector) => `${selector} has no border`),
    ...(faded ? [`${written} cannot be read`] : []),
    ...(one !== undefined && (ground === null || ground === otherGround) ? [`${one} looks like ${other}`] : []),
  ]
}

afterEach(async () => commands.forceColors(null))

it('draws every part there is', () => {
  const files = Object.keys(import.meta.glob('./*.tsx')).map((path) => path.slice('./'.length, -'.tsx'.length))
  expect(files.filter((name) => !name.includes('.')).toSorted()).toEqual(Object.keys(parts).toSorted())
})

describe.each(['light', 'dark'] as const)('in a %s contrast theme', (scheme) => {
  it.each(Object.entries(parts))('%s is seen, and what is chosen differs from what is not', async (_, part) => {
    await commands.forceColors(scheme)
    await drawComponent(part.drawn)
    await part.steps?.()
    await expect.poll(() => faults(part)).toEqual([])
  })

  it('shows what has the focus', async () => {
    await commands.forceColors(scheme)
    await drawComponent(
      <>
        <Button>Save</Button>
        <Input aria-label="Name" className="outline-none" />
      </>,
    )
    for (const selector of ['button', 'input']) {
      await userEvent.keyboard('{Tab}')
      expect(document.activeElement?.localName).toBe(selector)
      expect(styleAt(selector)).toMatchObject({ outlineStyle: 'solid', outlineColor: systemColour('Highlight') })
    }
  })
})
