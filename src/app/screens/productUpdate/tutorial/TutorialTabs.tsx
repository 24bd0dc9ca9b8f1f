import { useLingui } from '@lingui/react/macro'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../../ui/tabs.tsx'
import { tutorials } from './steps/tutorials.ts'
import { TutorialPage } from './TutorialPage.tsx'
import { tutorialFamilies } from './tutorialPaging.ts'
import type { Tutorial } from './useTutorial.ts'

type TutorialTabsProps = {
  tutorial: Tutorial
  siteUrl: string
  /** Shows the drawings without movement until the user starts one. */
  isStill?: boolean
}

/** The three tutorials, one of them open. */
export function TutorialTabs({ tutorial: { paging, open }, siteUrl, isStill = false }: TutorialTabsProps) {
  const { i18n } = useLingui()
  return (
    <Tabs
      className="@container"
      value={paging.family}
      onValueChange={(value) => {
        const family = tutorialFamilies.find((candidate) => candidate === value)
        if (family !== undefined) open(family)
      }}
    >
      <TabsList className="gap-3 @sm:gap-5">
        {tutorialFamilies.map((family) => (
          <TabsTrigger key={family} value={family}>
            {i18n._(tutorials[family].label)}
          </TabsTrigger>
        ))}
      </TabsList>
      {tutorialFamilies.map((family) => (
        <TabsContent key={family} value={family}>
          <TutorialPage family={family} number={paging.stepIndexes[family] + 1} siteUrl={siteUrl} isStill={isStill} />
        </TabsContent>
      ))}
    </Tabs>
  )
}
