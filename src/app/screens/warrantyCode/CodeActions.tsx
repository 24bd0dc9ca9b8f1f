import { Trans, useLingui } from '@lingui/react/macro'
import { FileSpreadsheet, History, Plus } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import { lazyDialog } from '../../kit/dialogs/lazyDialog.tsx'
import type { ShownList } from '../../kit/pages/TablePage.tsx'
import { rowsRequest } from '../../kit/table/tableQueries.ts'
import { Button } from '../../ui/button.tsx'
import { useDownload } from '../../kit/table/useDownload.ts'
import { useCodesFilename } from './useCodesFilename.ts'

const GenerateDialog = lazyDialog(async () => (await import('./GenerateDialog.tsx')).GenerateDialog)
const BatchesDialog = lazyDialog(async () => (await import('./BatchesDialog.tsx')).BatchesDialog)

/** Generates codes, and downloads those of the list or of earlier batches. */
export function CodeActions({ shown: { state, init } }: { shown: ShownList }) {
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
