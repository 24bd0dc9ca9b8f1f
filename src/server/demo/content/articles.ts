/** The news of the demo, as an editor of the maker would write them. */
import { addDays } from './days.ts'
import type { Landscape } from './landscape.ts'

export type DemoArticle = {
  readonly title: string
  readonly content: string
  readonly isPublished: boolean
  readonly lastModifDate: Date
  readonly picture: Landscape | null
}

/** Replaced by the picture of the article. */
export const pictureMark = '<!--picture-->'

export function demoArticles(now: Date): DemoArticle[] {
  return [
    {
      title: 'WS6 Master 5.2 est disponible',
      content: [
        '<p>Conductivité étendue, réactivité 2,5 et un réglage plus fin de l’effet de sol : la version 5.2 est en ligne. Comptez trois minutes, et gardez le câble branché.</p>',
        '<h2>Ce qui change</h2>',
        '<ul><li><p>L’argent et le cuivre se distinguent mieux.</p></li><li><p>La réactivité 2,5 isole deux cibles proches.</p></li><li><p>L’effet de sol se règle par pas de 0,1.</p></li></ul>',
        '<h2>Avant et après</h2>',
        '<table><tbody><tr><th><p>Réglage</p></th><th><p>5.1</p></th><th><p>5.2</p></th></tr><tr><td><p>Réactivité</p></td><td><p>0 à 3</p></td><td><p>0 à 3, avec 2,5</p></td></tr><tr><td><p>Effet de sol</p></td><td><p>par 1</p></td><td><p>par 0,1</p></td></tr></tbody></table>',
        '<p>Une question ? <a href="mailto:support@example.com">Écrivez-nous</a>.</p>',
      ].join(''),
      isPublished: true,
      lastModifDate: addDays(now, -262),
      picture: {
        sky: [
          [236, 205, 168],
          [250, 236, 214],
        ],
        hills: [
          [176, 140, 106],
          [134, 98, 70],
          [84, 60, 44],
        ],
        seed: 0.7,
      },
    },
    {
      title: 'Rally of the Three Valleys: registrations open',
      content: [
        '<p>Two days, 140 hectares and a good dinner. The search area is on your map from the first day.</p>',
        `<p>${pictureMark}</p>`,
        '<p class="align-center"><em>The first valley, seen from the camp.</em></p>',
        '<h2>Programme</h2>',
        '<ol><li><p><strong>Saturday, 9:00</strong>: welcome and safety briefing</p></li><li><p><strong>Saturday, 10:00</strong>: search in the northern valley</p></li><li><p><strong>Sunday, 9:00</strong>: both southern valleys</p></li></ol>',
        '<blockquote><p>Bring headphones: the wind in the valleys is strong.</p></blockquote>',
        '<p>Register at <a href="https://rally.example.com/">rally.example.com</a>.</p>',
      ].join(''),
      isPublished: true,
      lastModifDate: addDays(now, -40),
      picture: {
        sky: [
          [150, 188, 214],
          [224, 236, 240],
        ],
        hills: [
          [142, 170, 150],
          [98, 132, 96],
          [62, 88, 58],
        ],
        seed: 2.1,
      },
    },
    {
      title: 'Bêta 5.3 : ce que nous avons appris',
      content: '<p>Premiers retours des testeurs sur la multifréquence simultanée.</p>',
      isPublished: false,
      lastModifDate: addDays(now, -4),
      picture: null,
    },
  ]
}
