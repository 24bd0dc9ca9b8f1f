import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { release as calls } from '../../../../contract/release.ts'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { api } from '../../../api/api.ts'
import { ActionDialog } from '../../../kit/form/ActionDialog.tsx'
import { TextField } from '../../../kit/fields/TextField.tsx'
import { Button } from '../../../ui/button.tsx'
import { HardwareField } from './HardwareField.tsx'
import { useListText } from './conditionWords.ts'

/** Beside the steps, which a withdrawn release has none of: a brake for some detectors only. */
export function HoldButton({ release }: { release: ShownRelease }) {
  const queryClient = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  function close() {
    setIsOpen(false)
    // Not before: the button, and with it the dialog, would be gone if somebody else has withdrawn it.
    void queryClient.invalidateQueries()
  }
  return (
    <>
      <Button variant="outline" size="sm" className="text-destructive" onClick={() => setIsOpen(true)}>
        <Trans>Hold back…</Trans>
      </Button>
      {isOpen && <HoldDialog release={release} onClose={close} />}
    </>
  )
}

type HoldValues = { hardwareVersions: string[]; reasonEn: string; reasonFr: string }

/** Keeps a release from some or all detectors. A brake: it asks for nothing but whom and why. */
function HoldDialog({ release: { id, versionName, hardware }, onClose }: { release: ShownRelease; onClose: () => void }) {
  const { t } = useLingui()
  const listText = useListText()
  function actionOf({ hardwareVersions: chosen }: HoldValues): string {
    const versions = listText(inOrder(chosen))
    if (chosen.length === 0) return t`Hold back from all detectors`
    return t`${plural(chosen.length, { one: `Hold back from hardware ${versions}`, other: `Hold back from hardware ${versions}` })}`
  }
  return (
    <ActionDialog<HoldValues>
      title={t`Hold back ${versionName}`}
      description={t`No update with it begins on these detectors until you lift the hold. Updates that have begun can be finished.`}
      schema={calls.hold.request}
      defaultValues={{ hardwareVersions: [], reasonEn: '', reasonFr: '' }}
      action={actionOf}
      send={async ({ hardwareVersions, ...reasons }) => {
        await api.release.hold({ params: { id }, body: { hardwareVersions: inOrder(hardwareVersions), ...reasons } })
        return t`${versionName} is held back`
      }}
      refetch={null}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <HardwareField
            control={control}
            name="hardwareVersions"
            label={t`Whom to hold it back from`}
            help={t`If you choose none, it is held back from all detectors.`}
            hardware={hardware}
          />
          <TextField
            control={control}
            name="reasonEn"
            label={t`Reason in English`}
            help={t`Owners read it, in their language. Say what fails, and what you do about it.`}
            autoComplete="off"
          />
          <TextField control={control} name="reasonFr" label={t`Reason in French`} autoComplete="off" />
        </>
      )}
    </ActionDialog>
  )
}

function inOrder(versions: readonly string[]): number[] {
  return versions.map(Number).toSorted((one, other) => one - other)
}
