import { useLingui } from '@lingui/react/macro'
import {
  AlignCenter,
  AlignLeft,
  AlignRight,
  BetweenHorizontalEnd,
  BetweenVerticalEnd,
  BetweenVerticalStart,
  Bold,
  Heading2,
  Heading3,
  Heading4,
  Image,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  Quote,
  Redo2,
  Strikethrough,
  Table,
  TableColumnsSplit,
  TableRowsSplit,
  Trash2,
  Undo2,
} from 'lucide-react'
import { Toolbar } from 'radix-ui'
import type { MouseEvent, Ref } from 'react'
import type { Command, EditorState } from '@milkdown/kit/prose/state'
import { buttonVariants } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import {
  align,
  hasMark,
  insertRule,
  isAligned,
  isHeading,
  isInList,
  isInQuote,
  mayRedo,
  mayUndo,
  redo,
  selectedImage,
  toggle,
  toggleHeading,
  toggleList,
  toggleQuote,
  undo,
} from './actions.ts'
import { addColumnLeft, addColumnRight, addRow, insertTable, isInTableAt, removeColumn, removeRow, removeTable } from './tableActions.ts'

type EditorToolbarProps = {
  state: EditorState
  run: (command: Command) => void
  /** The id of the text area. */
  controls: string
  onLink: () => void
  onImage: () => void
  ref: Ref<HTMLDivElement>
}

/** Arrow keys move between the buttons; Alt+F10 leads here from the text. */
export function EditorToolbar({ state, run, controls, onLink, onImage, ref }: EditorToolbarProps) {
  const { t } = useLingui()
  return (
    <Toolbar.Root ref={ref} aria-label={t`Text formatting`} aria-controls={controls} className="flex flex-col gap-1 border-b p-1">
      <div className="flex flex-wrap items-center gap-0.5">
        <ToolbarButton label={t`Undo`} icon={Undo2} shortcut="Control+Z" isDisabled={!mayUndo(state)} onPress={() => run(undo)} />
        <ToolbarButton label={t`Redo`} icon={Redo2} shortcut="Control+Y" isDisabled={!mayRedo(state)} onPress={() => run(redo)} />
        <Gap />
        {([2, 3, 4] as const).map((level) => (
          <ToolbarButton
            key={level}
            label={{ 2: t`Heading`, 3: t`Subheading`, 4: t`Small heading` }[level]}
            icon={{ 2: Heading2, 3: Heading3, 4: Heading4 }[level]}
            shortcut={`Control+Alt+${level}`}
            isOn={isHeading(state, level)}
            onPress={() => run(toggleHeading(level))}
          />
        ))}
        <Gap />
        <ToolbarButton
          label={t`Bold`}
          icon={Bold}
          shortcut="Control+B"
          isOn={hasMark(state, 'strong')}
          onPress={() => run(toggle('strong'))}
        />
        <ToolbarButton
          label={t`Italic`}
          icon={Italic}
          shortcut="Control+I"
          isOn={hasMark(state, 'emphasis')}
          onPress={() => run(toggle('emphasis'))}
        />
        <ToolbarButton
          label={t`Strikethrough`}
          icon={Strikethrough}
          shortcut="Control+Alt+X"
          isOn={hasMark(state, 'strike_through')}
          onPress={() => run(toggle('strike_through'))}
        />
        <ToolbarButton label={t`Link`} icon={Link} shortcut="Control+K" isOn={hasMark(state, 'link')} onPress={onLink} />
        <Gap />
        <ToolbarButton
          label={t`Bulleted list`}
          icon={List}
          shortcut="Control+Alt+8"
          isOn={isInList(state, 'bullet_list')}
          onPress={() => run(toggleList('bullet_list'))}
        />
        <ToolbarButton
          label={t`Numbered list`}
          icon={ListOrdered}
          shortcut="Control+Alt+7"
          isOn={isInList(state, 'ordered_list')}
          onPress={() => run(toggleList('ordered_list'))}
        />
        <ToolbarButton label={t`Quote`} icon={Quote} shortcut="Control+Shift+B" isOn={isInQuote(state)} onPress={() => run(toggleQuote)} />
        <Gap />
        <ToolbarButton
          label={t`Align left`}
          icon={AlignLeft}
          shortcut="Control+Shift+L"
          isOn={isAligned(state, null)}
          onPress={() => run(align(null))}
        />
        <ToolbarButton
          label={t`Center`}
          icon={AlignCenter}
          shortcut="Control+Shift+E"
          isOn={isAligned(state, 'center')}
          onPress={() => run(align('center'))}
        />
        <ToolbarButton
          label={t`Align right`}
          icon={AlignRight}
          shortcut="Control+Shift+R"
          isOn={isAligned(state, 'right')}
          onPress={() => run(align('right'))}
        />
        <Gap />
        <ToolbarButton label={t`Image`} icon={Image} isOn={selectedImage(state) !== null} onPress={onImage} />
        <ToolbarButton label={t`Table`} icon={Table} isDisabled={isInTableAt(state)} onPress={() => run(insertTable)} />
        <ToolbarButton label={t`Separator`} icon={Minus} onPress={() => run(insertRule)} />
      </div>
      {isInTableAt(state) && <TableTools run={run} />}
    </Toolbar.Root>
  )
}

function Gap() {
  return <Toolbar.Separator className="mx-0.5 h-5 w-px bg-border" />
}

/** While the cursor is in a table. */
function TableTools({ run }: { run: (command: Command) => void }) {
  const { t } = useLingui()
  return (
    <div className="grid grid-cols-2 gap-0.5 border-t pt-1 sm:flex sm:flex-wrap sm:items-center">
      <ToolbarButton hasText label={t`Add a row`} icon={BetweenHorizontalEnd} onPress={() => run(addRow)} />
      <ToolbarButton hasText label={t`Add a column before`} icon={BetweenVerticalStart} onPress={() => run(addColumnLeft)} />
      <ToolbarButton hasText label={t`Add a column after`} icon={BetweenVerticalEnd} onPress={() => run(addColumnRight)} />
      <ToolbarButton hasText label={t`Delete the row`} icon={TableRowsSplit} onPress={() => run(removeRow)} />
      <ToolbarButton hasText label={t`Delete the column`} icon={TableColumnsSplit} onPress={() => run(removeColumn)} />
      <ToolbarButton hasText label={t`Delete the table`} icon={Trash2} onPress={() => run(removeTable)} />
    </div>
  )
}

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
function ToolbarButton({ label, icon: Icon, shortcut, isOn, isDisabled = false, hasText = false, onPress }: ToolbarButtonProps) {
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
      {hasText && <span>{label}</span>}
    </Toolbar.Button>
  )
}

function keepSelection(event: MouseEvent): void {
  event.preventDefault()
}
