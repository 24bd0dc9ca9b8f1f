import { Trans, useLingui } from '@lingui/react/macro'
import { CircleAlert, Info } from 'lucide-react'
import { type ReadZoneFile, zoneFileErrors, type ZoneFileProblem } from '../../../contract/rallyZone.ts'
import { AppError, isErrorCode } from '../../../errors.ts'
import { Alert, AlertDescription, AlertTitle } from '../../ui/alert.tsx'
import { useErrorText } from '../../kit/failures/useErrorText.ts'

type Named = ZoneFileProblem & { readonly fileName: string }

const errorCodes = new Set<string>(zoneFileErrors)

/** What is wrong with the files, and what of them is not used, each with file and line. */
export function ZoneProblems({ files }: { files: readonly Pick<ReadZoneFile, 'fileName' | 'problems'>[] }) {
  const all = files.flatMap(({ fileName, problems }) => problems.map((problem): Named => ({ ...problem, fileName })))
  // What follows "there are more" of a file's errors stays with them.
  const wrong = new Set(all.filter(({ code }) => errorCodes.has(code)).map(({ fileName }) => fileName))
  const isWrong = ({ code, fileName }: Named) => errorCodes.has(code) || (code === 'kml.more.problems' && wrong.has(fileName))
  const [errors, notes] = [all.filter(isWrong), all.filter((problem) => !isWrong(problem))]
  return (
    <>
      {errors.length > 0 && (
        <Alert role="alert" variant="destructive">
          <CircleAlert aria-hidden />
          <AlertTitle>
            <Trans>These files cannot be saved</Trans>
          </AlertTitle>
          <ProblemList problems={errors} />
        </Alert>
      )}
      {notes.length > 0 && (
        <Alert aria-live="polite">
          <Info aria-hidden />
          <AlertTitle>
            <Trans>Not everything in these files is used</Trans>
          </AlertTitle>
          <ProblemList problems={notes} />
        </Alert>
      )}
    </>
  )
}

function ProblemList({ problems }: { problems: readonly Named[] }) {
  const { t } = useLingui()
  const text = useProblemText()
  const placeOf = ({ fileName, line }: Named) => (line === null ? t`${fileName}:` : t`${fileName}, line ${line}:`)
  return (
    <AlertDescription>
      <ul className="flex flex-col gap-1">
        {[...problems.entries()].map(([index, problem]) => (
          <li key={index} className="break-words">
            <span className="font-medium">{placeOf(problem)}</span> <span>{text(problem)}</span>
            {problem.found !== null && <code className="ml-1 text-xs break-words">{problem.found}</code>}
          </li>
        ))}
      </ul>
    </AlertDescription>
  )
}

/** The text of a problem in the user's language, without its place. */
function useProblemText(): (problem: Pick<ZoneFileProblem, 'code'>) => string {
  const { t } = useLingui()
  const errorText = useErrorText()
  return ({ code }) => {
    if (isErrorCode(code)) return errorText(new AppError(code))
    const notes = {
      'kml.overlay.ignored': t`Pictures laid over the map are not shown.`,
      'kml.link.ignored': t`Linked content is not fetched.`,
      'kml.model.ignored': t`3D models are not shown.`,
      'kml.tour.ignored': t`Tours are not shown.`,
      'kml.ring.closed': t`This outline was open. It has been closed.`,
      'kml.more.problems': t`There is more to say about this file.`,
    } satisfies Record<Exclude<ZoneFileProblem['code'], `${string}.error`>, string>
    return notes[code]
  }
}
