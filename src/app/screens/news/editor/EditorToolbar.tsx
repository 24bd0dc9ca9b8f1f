import { useLingui } from '@lingui/react/macro'
import {
  AlignCenter,
  AlignLeft,
  AlignRight,
  Bold,
  Heading2,
  Heading3,
  Heading4,
  Image,
  Italic,
  Link,
  List,
  ListOrdered,
  Minus,
  Quote,
  Redo2,
  Strikethrough,
  Table,
  Undo2,
} from 'lucide-react'
import { Toolbar } from 'radix-ui'
import type { Ref } from 'react'
import type { Command, EditorState } from '@milkdown/kit/prose/state'
import { align, hasMark, insertRule, isAligned, isHeading, isInList, isInQuote } from './actions.ts'
import { mayRedo, mayUndo, redo, selectedImage, toggle, toggleHeading, toggleList, toggleQuote, undo } from './actions.ts'
import { TableTools } from './TableTools.tsx'
import { insertTable, isInTableAt } from './tableActions.ts'
import { ToolbarButton } from './ToolbarButton.tsx'

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
