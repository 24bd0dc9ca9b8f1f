import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, FileArchive } from 'lucide-react'
import { toast } from 'sonner'
import type { DataExport } from '../../../../contract/leaving.ts'
import { dataExportDays } from '../../../../contract/rules.ts'
import { asAppError } from '../../../../errors.ts'
import { api } from '../../../api/api.ts'
import { queryOf } from '../../../api/queryOf.ts'
import { formatDateTime } from '../../../i18n/formatDate.ts'
import { useBytesText } from '../../../i18n/measures.ts'
import { FailedQuery } from '../../../kit/failures/Failed.tsx'
import { FormFailure } from '../../../kit/failures/FormFailure.tsx'
import { useDownload } from '../../../kit/table/useDownload.ts'
import { dataAnchor } from '../../../layout/leaving/dataAnchor.ts'
import { useFocusByAnchor } from '../../../layout/useFocusByAnchor.ts'
import { useImpersonation } from '../../../session/impersonation.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'

/** While an archive is being made, which takes some seconds. */
const lookAgainMs = 5_000
const isAwaited = ({ sizeBytes }: DataExport) => sizeBytes === null
const isBeingMade = (one: DataExport) => isAwaited(one) && !one.hasFailed

/** The user's data as a file to take along, and the deletion of the account. */
export function MyDataCard() {
  const card = useFocusByAnchor(dataAnchor)
  const isReadOnly = useImpersonation() !== null
  const own = useQuery({
    ...queryOf(api.leaving.getOwn),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.exports.some(isAwaited) === true ? lookAgainMs : false),
  })
  return (
    <section ref={card} id={dataAnchor} aria-labelledby={`${dataAnchor}-title`} tabIndex={-1} className="scroll-mt-20 rounded-xl">
      <Card>
        <CardHeader>
          <CardTitle id={`${dataAnchor}-title`}>
            <Trans>My data</Trans>
          </CardTitle>
          <CardDescription>
            <Trans>Download your data, or delete your account.</Trans>
          </CardDescription>
        </CardHeader>
        <CardContent className="flex flex-col gap-6">
          {own.isPending && <Skeleton className="h-24 w-full" />}
          {own.isError && !own.data && <FailedQuery query={own} />}
          {own.data && (
            <>
              <div className="flex flex-col gap-3">
                <p className="text-sm text-pretty text-muted-foreground">
                  <Trans>
                    An archive (ZIP) with your details, detectors, coils, updates, documents and sign-ins. You get an email when it is
                    ready; it can be downloaded for {dataExportDays} days.
                  </Trans>
                </p>
                {own.data.exports.length > 0 && (
                  <ul className="flex flex-col divide-y">
                    {own.data.exports.map((one) => (
                      <ExportRow key={one.id} dataExport={one} isReadOnly={isReadOnly} />
                    ))}
                  </ul>
                )}
                {!isReadOnly && <RequestExport isWaiting={own.data.exports.some(isBeingMade)} />}
              </div>
              <DeleteAccount deletion={own.data.deletion} isReadOnly={isReadOnly} />
            </>
          )}
        </CardContent>
      </Card>
    </section>
  )
}

function RequestExport({ isWaiting }: { isWaiting: boolean }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const requesting = useMutation({
    mutationFn: () => api.leaving.requestExport(),
    meta: { showsItsErrors: true },
    onSuccess: () => void toast.success(t`Your archive is being prepared`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.leaving.getOwn.queryKey }),
  })
  return (
    <>
      {requesting.isError && <FormFailure failure={asAppError(requesting.error)} />}
      {!isWaiting && (
        <Button variant="outline" className="w-fit" isBusy={requesting.isPending} onClick={() => requesting.mutate()}>
          <FileArchive aria-hidden />
          <Trans>Prepare my data</Trans>
        </Button>
      )}
    </>
  )
}

type ExportRowProps = { dataExport: DataExport; isReadOnly: boolean }

/** An archive: when it was asked for, and until when it can be downloaded. */
function ExportRow({ dataExport: { id, requestedAt, isByStaff, sizeBytes, hasFailed, expiresAt }, isReadOnly }: ExportRowProps) {
  const { t } = useLingui()
  const bytesText = useBytesText()
  const downloading = useDownload({
    send: () => api.leaving.downloadExport({ body: { exportId: id } }),
    filename: () => 'archive.zip',
    onSaved: () => void toast.success(t`Archive saved`),
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 text-sm">
      <div className="min-w-0">
        <p>
          {isByStaff ? (
            <Trans>Requested by our staff on {formatDateTime(requestedAt)}</Trans>
          ) : (
            <Trans>Requested on {formatDateTime(requestedAt)}</Trans>
          )}
        </p>
        <p className="text-muted-foreground">
          {hasFailed ? (
            <Trans>It could not be prepared. We will try again; you can also start it anew.</Trans>
          ) : sizeBytes === null ? (
            <Trans>Being prepared. You will get an email.</Trans>
          ) : (
            <Trans>
              {bytesText(sizeBytes)}, until {formatDateTime(expiresAt)}
            </Trans>
          )}
        </p>
      </div>
      {sizeBytes !== null && !isReadOnly && (
        <Button variant="outline" size="sm" isBusy={downloading.isPending} onClick={() => downloading.mutate()}>
          <Download aria-hidden />
          <Trans>Download</Trans>
        </Button>
      )}
    </li>
  )
}
