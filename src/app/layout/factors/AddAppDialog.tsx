import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import { encode } from 'uqr'
import * as v from 'valibot'
import { factorName, totpCode } from '../../../contract/factors.ts'
import { asAppError } from '../../../errors.ts'
import { api } from '../../api/api.ts'
import { queryOf } from '../../api/queryOf.ts'
import { isPhone } from '../../browser/isPhone.ts'
import { FormDialog, type FormDialogControls } from '../../kit/dialogs/FormDialog.tsx'
import { FormDialogFooter } from '../../kit/dialogs/FormDialogFooter.tsx'
import { FailedQuery } from '../../kit/failures/Failed.tsx'
import { FormFailure } from '../../kit/failures/FormFailure.tsx'
import { CodeField } from '../../kit/fields/CodeField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { useContractForm } from '../../kit/form/useContractForm.ts'
import { CopyButton } from '../../kit/text/CopyButton.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { AddFactorDialogProps } from './addFactorDialog.ts'

const typed = v.strictObject({ name: factorName, code: totpCode })

/** Each opening gets a secret of its own, which nothing but a setup that is too old replaces. */
const newSetup = { ...queryOf(api.secondFactor.beginTotp), gcTime: 0, staleTime: 'static' } as const

export function AddAppDialog(props: AddFactorDialogProps) {
  return (
    <FormDialog
      title={<Trans>Add an authenticator app</Trans>}
      description={
        <Trans>
          An app on your phone, such as Google Authenticator, Microsoft Authenticator or Aegis, then shows a new code every 30 seconds.
        </Trans>
      }
      width="sm:max-w-xl"
      onClose={props.onClose}
    >
      {(controls) => <AppForm {...props} {...controls} />}
    </FormDialog>
  )
}

function AppForm({ onAdded, onChanged, onCancel }: AddFactorDialogProps & FormDialogControls) {
  const { t } = useLingui()
  const setup = useQuery(newSetup)
  const [isRenewed, setIsRenewed] = useState(false)
  const [wrongCodes, setWrongCodes] = useState(0)
  const { control, formProps, failure, isBusy, setValue } = useContractForm({
    schema: typed,
    defaultValues: { name: t`Phone`, code: '' },
    onChanged,
    async send(body) {
      if (setup.data === undefined) return
      try {
        const { recoveryCodes } = await api.secondFactor.addTotp({ body: { ...body, setup: setup.data.setup } })
        onAdded(recoveryCodes)
      } catch (error) {
        const { code } = asAppError(error)
        if (code === 'code.invalid.error') setWrongCodes((count) => count + 1)
        if (code !== 'factor.expired.error') throw error
        const { error: refusal } = await setup.refetch()
        if (refusal !== null) throw refusal
        setIsRenewed(true)
        setValue('code', '')
      }
    },
  })
  if (setup.isError && setup.data === undefined) return <FailedQuery query={setup} />
  if (setup.data === undefined) return <Skeleton className="h-96 w-full" />
  return (
    <form {...formProps} className="flex flex-col gap-5">
      {failure !== null && <FormFailure failure={failure} />}
      {isRenewed && (
        <output className="rounded-lg border border-warning/40 bg-warning/8 px-4 py-3 text-sm text-pretty">
          <Trans>
            The code before was valid for an hour only. Delete the entry that your app has made of it, and scan the new QR code below.
          </Trans>
        </output>
      )}
      <AppSecret key={setup.data.secret} {...setup.data} />
      <div className="flex flex-col gap-5 sm:grid sm:grid-cols-2 sm:items-start">
        {/* On a phone the keyboard would cover the QR code. */}
        <CodeField control={control} name="code" isFocusedAtOnce={!isPhone(navigator)} />
        <TextField control={control} name="name" label={t`Name`} help={t`So that you can tell your apps apart.`} autoComplete="off" />
      </div>
      {wrongCodes > 1 && (
        <output className="text-sm text-pretty text-muted-foreground">
          <Trans>
            Still not right? The codes depend on the time: in your phone’s settings, let the date and time be set automatically, then type
            the next code.
          </Trans>
        </output>
      )}
      <FormDialogFooter submitLabel={<Trans>Add</Trans>} isBusy={isBusy} onCancel={onCancel} />
    </form>
  )
}

/** The secret of an authenticator app: as a QR code, to type, and on a phone as a link to its app. */
function AppSecret({ secret, uri }: { secret: string; uri: string }) {
  const { t } = useLingui()
  const isOnPhone = isPhone(navigator)
  return (
    <div className="flex flex-col gap-5">
      {isOnPhone && (
        <Button asChild>
          <a href={uri}>
            <Smartphone aria-hidden />
            <Trans>Open the app on this phone</Trans>
          </a>
        </Button>
      )}
      <div className="flex flex-col gap-5 max-sm:items-center sm:flex-row">
        <QrCode text={uri} label={t`QR code for the authenticator app`} />
        <div className="flex w-full min-w-0 flex-col gap-4">
          <p className="text-sm text-pretty">
            <Trans>Scan the QR code with the app, then type the six digits that it shows.</Trans>
          </p>
          <dl className="text-sm">
            <dt className="mb-1 text-muted-foreground">
              <Trans>Or type this key into the app:</Trans>
            </dt>
            <dd className="flex flex-wrap items-start gap-3">
              <span className="max-w-[20ch] min-w-0 font-mono leading-relaxed select-all">{groupByFour(secret)}</span>
              <CopyButton size="sm" text={secret} label={t`Copy the key`} />
            </dd>
          </dl>
        </div>
      </div>
    </div>
  )
}

function groupByFour(text: string): string {
  return (text.match(/.{1,4}/g) ?? []).join(' ')
}

/** The light margin, in modules, that scanners need around a code (ISO/IEC 18004). */
const quietZone = 4

/** A QR code: black on white in both themes, because scanners expect it so. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone })
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-52 shrink-0 rounded-lg border bg-white forced-color-adjust-none"
    >
      <path fill="black" d={data.map(drawRow).join('')} />
    </svg>
  )
}

/** Each run of dark modules as one rectangle. */
function drawRow(row: readonly boolean[], y: number): string {
  const starts = row.flatMap((isDark, x) => (isDark && row[x - 1] !== true ? [x] : []))
  return starts.map((x) => `M${x} ${y}h${runLength(row, x)}v1H${x}z`).join('')
}

function runLength(row: readonly boolean[], start: number): number {
  const end = row.indexOf(false, start)
  return (end === -1 ? row.length : end) - start
}
