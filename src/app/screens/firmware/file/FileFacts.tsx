import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { UnusualFact } from '../../../../contract/firmwareFile.ts'
import { api } from '../../../api/api.ts'
import { useSettled } from '../../../kit/form/useSettled.ts'
import { Alert, AlertDescription, AlertTitle } from '../../../ui/alert.tsx'
import { comparison, type FileFor } from './compareFile.ts'
import type { LookedAt } from './useFileLook.ts'

type FileFactsProps = {
  look: LookedAt
  about: FileFor
  /** The server has found the file unusual, whatever is known here. */
  isAskedByServer: boolean
  /** The field in which the version is typed to confirm. */
  children: ReactNode
}

/** What is unusual about a chosen file, and how it is confirmed; nothing for a file like the others. */
export function FileFacts({ look, about, isAskedByServer, children }: FileFactsProps) {
  const { t } = useLingui()
  const factText = useFactText(look)
  const facts = useFacts(look, about)
  if (facts.length === 0 && !isAskedByServer) return null
  return (
    <Alert role="alert" variant="warning">
      <TriangleAlert aria-hidden />
      <AlertTitle>{t`This file looks unlike the others`}</AlertTitle>
      <AlertDescription>
        {facts.length > 0 && (
          <ul className="flex flex-col gap-1">
            {facts.map((fact) => (
              <li key={fact.kind}>{factText(fact)}</li>
            ))}
          </ul>
        )}
        <p>{t`Make sure that it is the right file before you go on.`}</p>
        <div className="mt-1 max-w-sm [&_label]:leading-snug">{children}</div>
      </AlertDescription>
    </Alert>
  )
}

/** Asked again once the version or the products change. */
function useFacts(look: LookedAt, { versionName, selectedProductIds }: FileFor): readonly UnusualFact[] {
  const question = comparison(look, { versionName: useSettled(versionName), selectedProductIds })
  const { data } = useQuery({
    queryKey: question?.queryKey ?? api.firmware.inspectFile.queryKey,
    queryFn: question?.queryFn ?? skipToken,
    // Without an answer the form goes on: the server checks again.
    retry: false,
    placeholderData: keepPreviousData,
  })
  return [...(data ?? []), ...look.facts]
}

function useFactText({ sizeBytes }: LookedAt): (fact: UnusualFact) => string {
  const { t, i18n } = useLingui()
  return ({ kind, value, name }) => {
    switch (kind) {
      case 'size':
        return t`This file has ${i18n.number(sizeBytes)} bytes; the last firmwares of these products have about ${i18n.number(Math.round(value))}.`
      case 'oneByte':
        return t`${i18n.number(value / 100, { style: 'percent' })} of this file is one byte value, as in an empty file.`
      case 'sameBytes':
        return t`These are the very bytes of ${name}.`
    }
  }
}
