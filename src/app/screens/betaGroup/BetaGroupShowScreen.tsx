import { Link } from '@tanstack/react-router'
import { betaGroup, type ShownBetaGroup } from '../../../contract/betaGroup.ts'
import { api } from '../../api/api.ts'
import { FactList } from '../../kit/pages/FactList.tsx'
import { ShowPage } from '../../kit/pages/ShowPage.tsx'
import { LinkedRecords } from '../../kit/record/LinkedRecords.tsx'
import { recordLink } from '../../kit/record/recordLinks.ts'
import { useBetaGroupWords } from './betaGroupWords.ts'
import { GroupUsers } from './GroupUsers.tsx'
import { PasteTesters } from './PasteTesters.tsx'

export function BetaGroupShowScreen() {
  const words = useBetaGroupWords()
  const { labels } = words
  return (
    <ShowPage entity="betaGroup" words={words} api={api.betaGroup} calls={betaGroup} actions={renderActions}>
      {({ id, name, firmwares, nbUsers }) => (
        <FactList
          facts={[
            [labels.name, name],
            [labels.selectedFirmwareIds, <LinkedRecords key="firmwares" entity="firmware" records={firmwares} />],
            [
              labels.nbUsers,
              <GroupUsers key="users" groupId={id} total={nbUsers}>
                {(user) => (
                  <Link {...recordLink('user', 'show', user.id)} className="rounded-sm text-primary hover:underline">
                    {user.tostring}
                  </Link>
                )}
              </GroupUsers>,
            ],
          ]}
        />
      )}
    </ShowPage>
  )
}

const renderActions = (group: ShownBetaGroup) => <PasteTesters group={group} />
