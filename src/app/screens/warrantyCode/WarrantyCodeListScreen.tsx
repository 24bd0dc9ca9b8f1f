import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { FileSpreadsheet, History, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { warrantyCodesMax } from '../../../contract/rules.ts'
import { formatWarrantyCode } from '../../../contract/warrantyCodeFormat.ts'
import { warrantyCode, type WarrantyCodeRow } from '../../../contract/warrantyCode.ts'
import { api } from '../../api/api.ts'
import { saveResponse } from '../../api/saveResponse.ts'
import { lazyDialog } from '../../kit/dialogs/lazyDialog.tsx'
import { CheckboxField } from '../../kit/fields/CheckboxField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { ActionDialog } from '../../kit/form/ActionDialog.tsx'
import { type ShownList, TablePage } from '../../kit/pages/TablePage.tsx'
import { recordLink } from '../../kit/record/recordLinks.ts'
import type { ListColumn } from '../../kit/table/listColumn.ts'
import { rowsRequest } from '../../kit/table/tableQueries.ts'
import { useDownload } from '../../kit/table/useDownload.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { useCodesFilename } from './useCodesFilename.ts'

export function WarrantyCodeListScreen() {
  const { t } = useLingui()
  const columns = useMemo(
    (): ListColumn<WarrantyCodeRow>[] => [
      { id: 'code', header: t`Code`, cell: renderCode, isCode: true },
      { id: 'product', header: t`Product`, cell: ({ product }) => product },
      { id: 'used', header: t`Used`, cell: ({ used }) => used },
      { id: 'gifted', header: t`Gifted`, cell: ({ gifted }) => gifted },
      { id: 'serial', header: t`Serial number`, cell: ({ serial }) => serial, isCode: true },
      { id: 'startDateStr', header: t`Extension start`, cell: ({ startDateStr }) => startDateStr, isSortable: true },
      { id: 'endDateStr', header: t`Extension end`, cell: ({ endDateStr }) => endDateStr, isSortable: true },
      { id: 'user', header: t`User`, cell: renderUser },
    ],
    [t],
  )
  const filters = {
    startDate: { label: t`Extension start`, areDays: true },
    endDate: { label: t`Extension end`, areDays: true },
    used: { label: t`Used`, values: { true: t`Yes`, false: t`No` } },
    gifted: { label: t`Gifted`, values: { true: t`Yes`, false: t`No` } },
  } as const
  return (
    <TablePage
      entity="warrantyCode"
      title={t`Warranty codes`}
      api={api.warrantyCode}
      columns={columns}
      alsoExported={[{ id: 'isVoid', header: t`Void` }]}
      filters={filters}
      actions={renderActions}
    />
  )
}

const renderActions = (shown: ShownList) => <CodeActions shown={shown} />

const renderCode = ({ code, isVoid }: WarrantyCodeRow) => (
  <span className="flex items-center gap-2">
    <span className="tracking-wide tabular-nums">{formatWarrantyCode(code)}</span>
    {isVoid && (
      <Badge variant="destructive">
        <Trans>Void</Trans>
      </Badge>
    )}
  </span>
)

/** Everyone who may see this list may see users. */
const renderUser = ({ user }: WarrantyCodeRow) =>
  user && (
    <Link {...recordLink('user', 'show', user.id)} className="rounded-sm text-primary hover:underline">
      {user.tostring}
    </Link>
  )

const BatchesDialog = lazyDialog(async () => (await import('./BatchesDialog.tsx')).BatchesDialog)

/** Generates codes, and downloads those of the list or of earlier batches. */
function CodeActions({ shown: { state, init } }: { shown: ShownList }) {
  const { t } = useLingui()
  const [opened, setOpened] = useState<'generate' | 'batches' | null>(null)
  const close = () => setOpened(null)
  const downloading = useDownload({
    send() {
      const { search, searchSerial, filters } = rowsRequest(state, state, init).body
      return api.warrantyCode.downloadExcelCodes({ body: { filters, search, searchSerial } })
    },
    filename: useCodesFilename(),
  })
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpened('batches')}>
        <History aria-hidden />
        <Trans>Earlier batches</Trans>
      </Button>
      <Button
        variant="outline"
        size="sm"
        title={t`The codes that the list shows with its search and filters, on all pages`}
        isBusy={downloading.isPending}
        onClick={() => downloading.mutate()}
      >
        {!downloading.isPending && <FileSpreadsheet aria-hidden />}
        <Trans>Download for Excel</Trans>
      </Button>
      {init.allowed.create && (
        <Button size="sm" onClick={() => setOpened('generate')}>
          <Plus aria-hidden />
          <Trans>Generate codes</Trans>
        </Button>
      )}
      {opened === 'generate' && <GenerateDialog onClose={close} />}
      {opened === 'batches' && <BatchesDialog onClose={close} />}
    </>
  )
}

/** Generates codes and saves them as a file. If that breaks off, the same button gets the same codes. */
function GenerateDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui()
  const filename = useCodesFilename()
  return (
    <ActionDialog
      title={t`Generate warranty codes`}
      description={t`The new codes are saved as an Excel file. You can download it again under “Earlier batches”.`}
      schema={warrantyCode.generateCode.request}
      defaultValues={{ nbCode: '', isGifted: false }}
      action={t`Generate and download`}
      send={async ({ nbCode, isGifted }, idempotencyKey) => {
        await saveResponse(await api.warrantyCode.generateCode({ body: { nbCode: Number(nbCode), isGifted }, idempotencyKey }), filename())
        return t`Codes generated`
      }}
      refetch={['warrantyCode']}
      leavesAtOnce
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <TextField
            control={control}
            name="nbCode"
            label={t`Number of codes`}
            help={t`At most ${i18n.number(warrantyCodesMax)} at a time`}
            inputMode="numeric"
            autoComplete="off"
          />
          <CheckboxField control={control} name="isGifted" label={t`Gifted`} help={t`The codes are given away, not sold.`} />
        </>
      )}
    </ActionDialog>
  )
}
