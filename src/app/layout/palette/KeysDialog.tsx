import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { setSingleKeys, useSingleKeys } from '../../kit/keys/singleKeys.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TitledDialog } from '../../kit/dialogs/TitledDialog.tsx'
import { Label } from '../../ui/label.tsx'

/** The keyboard shortcuts, and the switch for those of a single character. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const switchId = useId()
  const areOn = useSingleKeys()
  const groups = [
    {
      title: t`Everywhere`,
      keys: [
        ['Ctrl+K', t`Find anything`],
        ['?', t`Show this list`],
      ],
    },
    {
      title: t`In a list`,
      keys: [
        ['/', t`Search`],
        ['n', t`Add a record`],
        ['↑ ↓', t`Go to another row`],
        ['Enter', t`Open the row`],
        ['x', t`Select the row, where rows can be selected`],
      ],
    },
    {
      title: t`On the page of a record`,
      keys: [
        ['e', t`Edit`],
        ['k', t`Previous in the list`],
        ['j', t`Next in the list`],
      ],
    },
    {
      title: t`Checking proofs of purchase`,
      keys: [
        ['a', t`Approve`],
        ['r', t`Refuse`],
      ],
    },
  ] as const
  return (
    <TitledDialog
      title={<Trans>Keyboard shortcuts</Trans>}
      description={<Trans>On a Mac, Cmd+K does what Ctrl+K does.</Trans>}
      onClose={onClose}
    >
      {groups.map(({ title, keys }) => (
        <section key={title} className="text-sm">
          <h3 className="mb-1 font-semibold">{title}</h3>
          <dl className="grid grid-cols-[6rem_1fr] gap-y-1.5">
            {keys.map(([key, meaning]) => (
              <div key={key} className="col-span-2 grid grid-cols-subgrid items-center">
                <dt>
                  <kbd className="rounded-sm border bg-secondary px-1.5 py-0.5 text-xs text-secondary-foreground">{key}</kbd>
                </dt>
                <dd className="text-muted-foreground">{meaning}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <div className="flex items-center gap-2.5">
        <Checkbox id={switchId} checked={areOn} onCheckedChange={(isNowOn) => setSingleKeys(isNowOn === true)} />
        <Label htmlFor={switchId}>
          <Trans>Use shortcuts of a single key in this browser</Trans>
        </Label>
      </div>
    </TitledDialog>
  )
}
