import type { LucideIcon } from 'lucide-react'
import { Toolbar } from 'radix-ui'
import type { MouseEvent } from 'react'
import { cn } from '../../../ui/cn.ts'
import { buttonVariants } from '../../../ui/button.tsx'

type ToolbarButtonProps = {
  label: string
  icon: LucideIcon
  /** As ARIA writes it: "Control+B". */
  shortcut?: string
  /** Undefined for a button that is not on or off. */
  isOn?: boolean
  isDisabled?: boolean
  /** Shows the label beside the icon. */
  hasText?: boolean
  onPress: () => void
}

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent)

/** A button that acts on the text, which keeps its selection. */
export function ToolbarButton({ label, icon: Icon, shortcut, isOn, isDisabled = false, hasText = false, onPress }: ToolbarButtonProps) {
  const keys = shortcut?.replace('Control', isMac ? 'Meta' : 'Control')
  const shownKeys = keys
    ?.replace('Control', 'Ctrl')
    .replace('Meta', '⌘')
    .replace('Alt', isMac ? '⌥' : 'Alt')
  return (
    <Toolbar.Button
      type="button"
      aria-label={label}
      {...(isOn !== undefined && { 'aria-pressed': isOn })}
      aria-keyshortcuts={keys}
      title={shownKeys === undefined ? label : `${label} (${shownKeys})`}
      aria-disabled={isDisabled}
      onMouseDown={keepSelection}
      onClick={() => !isDisabled && onPress()}
      className={cn(
        buttonVariants({ variant: 'ghost', size: hasText ? 'sm' : 'icon-sm' }),
        hasText && 'h-auto! min-h-8 justify-start! py-1 text-left leading-tight whitespace-normal! max-sm:px-2',
        isOn === true && 'bg-accent text-accent-foreground',
        isDisabled && 'pointer-events-none',
      )}
    >
      <Icon aria-hidden />
      {hasText && label}
    </Toolbar.Button>
  )
}

function keepSelection(event: MouseEvent): void {
  event.preventDefault()
}
