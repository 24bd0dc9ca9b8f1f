import { useLingui } from '@lingui/react/macro'
import { firmware, type ShownFirmware } from '../../../contract/firmware.ts'
import { api } from '../../api/api.ts'
import { formatDateTime } from '../../i18n/formatDate.ts'
import { CatalogueClashes } from '../../kit/record/CatalogueClashes.tsx'
import { FactList } from '../../kit/pages/FactList.tsx'
import { FileLink } from '../../kit/fields/FileLink.tsx'
import { MarkdownText } from '../../kit/text/MarkdownText.tsx'
import { LinkedRecords } from '../../kit/record/LinkedRecords.tsx'
import { ShowPage } from '../../kit/pages/ShowPage.tsx'
import { YesNo } from '../../kit/text/YesNo.tsx'
import { useFirmwareWords } from './firmwareWords.ts'
import { DeletionText } from './release/DeletionText.tsx'
import { ReleaseCard } from './release/ReleaseCard.tsx'

export function FirmwareShowScreen() {
  const { t, i18n } = useLingui()
  const words = useFirmwareWords()
  const { labels } = words
  return (
    <ShowPage entity="firmware" words={words} api={api.firmware} calls={firmware} notice={renderNotice} deletion={renderDeletion}>
      {(shown) => (
        <FactList
          facts={[
            [labels.versionName, shown.versionName],
            // Until it is offered, the date is the one when it was made.
            [t`Released`, shown.state === 'draft' ? null : formatDateTime(shown.releaseDate)],
            [labels.language, shown.language],
            [labels.isActive, <YesNo key="active" value={shown.isActive} />],
            [labels.isBetaTest, <YesNo key="beta" value={shown.isBetaTest} />],
            ...(shown.isBetaTest
              ? [[labels.selectedBetaGroupIds, shown.betaGroups.map(({ tostring }) => tostring).join(', ')] as const]
              : []),
            [labels.selectedProductIds, <LinkedRecords key="products" entity="product" records={shown.products} />],
            [labels.file, <FileLink key="file" file={shown.firmwareFile} />],
            [t`Size`, t`${i18n.number(shown.firmwareFile.sizeBytes)} bytes`],
            [
              t`SHA-256`,
              <code key="sha256" className="text-xs break-all">
                {shown.firmwareFile.sha256}
              </code>,
            ],
            [t`Downloads`, t`${i18n.number(shown.nbProductUpdates)}, of which ${i18n.number(shown.nbSuccesses)} successful`],
            [
              labels.changeLog,
              shown.changeLog && (
                <MarkdownText key="log" topHeading={2}>
                  {shown.changeLog}
                </MarkdownText>
              ),
            ],
          ]}
        />
      )}
    </ShowPage>
  )
}

const renderNotice = (shown: ShownFirmware) => (
  <>
    <CatalogueClashes place={{ entity: 'firmware', id: shown.id }} />
    {/* Of another release nothing may stay: neither a question nor what was answered to it. */}
    <ReleaseCard key={shown.releaseId} firmware={shown} releaseId={shown.releaseId} />
  </>
)
const renderDeletion = (shown: ShownFirmware) => <DeletionText firmware={shown} />
