/** Products and firmware releases of the demo. The change logs are written by hand, because visitors read them. */

export type DemoLanguage = 'Français' | 'English' | 'Deutsch'

/** The simulated detector reports `typeId` 6. */
export const demoProducts = [
  { name: 'Teleco R2', typeName: 'Teleco', typeId: 1 },
  { name: 'WS6 Master', typeName: 'WS6', typeId: 6 },
  { name: 'WSAII', typeName: 'WSAII', typeId: 7 },
  { name: 'WSAII-XL', typeName: 'WSAII-XL', typeId: 8 },
] as const

export type DemoRelease = {
  readonly typeIds: readonly number[]
  readonly versionName: string
  readonly ageDays: number
  /** Excludes the trailer. */
  readonly imageKiB: number
  readonly isBetaTest?: true
  readonly withdrawnDaysAgo?: number
  readonly changeLogs: Partial<Record<DemoLanguage, string>>
}

export const demoReleases: readonly DemoRelease[] = [
  {
    typeIds: [1],
    versionName: '2.4',
    ageDays: 610,
    imageKiB: 112,
    changeLogs: {
      Français: `## Télécommande 2.4

- L’appairage d’un second disque ne demande plus de redémarrage.
- La luminosité est conservée à l’extinction.
- **Corrigé** : le niveau de batterie du disque restait parfois à 100 %.

Comptez environ une minute de mise à jour.`,
      English: `## Remote control 2.4

- Pairing a second coil no longer needs a restart.
- Screen brightness is kept when you switch off.
- **Fixed**: the coil’s battery level could stay at 100%.

The update takes about a minute.`,
      Deutsch: `## Fernbedienung 2.4

- Das Koppeln einer zweiten Spule erfordert keinen Neustart mehr.
- Die Bildschirmhelligkeit bleibt beim Ausschalten erhalten.
- **Behoben**: Der Akkustand der Spule blieb manchmal bei 100 % stehen.

Das Update dauert etwa eine Minute.`,
    },
  },
  {
    typeIds: [6],
    versionName: '5.1',
    ageDays: 705,
    imageKiB: 236,
    changeLogs: {
      Français: `## WS6 Master 5.1

### Nouveautés
- Programme **Plage** : rejet du sel réglable de 0 à 20.
- Notch à deux fenêtres.

### Corrections
- Le son PWM ne se coupe plus après un appel audio.
- Meilleure tenue en fréquence à 8 kHz près des lignes électriques.`,
      English: `## WS6 Master 5.1

### New
- **Beach** program: salt rejection from 0 to 20.
- Notch filter with two windows.

### Fixed
- PWM audio no longer drops out after a call.
- Steadier at 8 kHz near power lines.`,
      Deutsch: `## WS6 Master 5.1

### Neu
- Programm **Strand**: Salzunterdrückung von 0 bis 20 einstellbar.
- Notch-Filter mit zwei Bereichen.

### Behoben
- Der PWM-Ton fällt nach einem Anruf nicht mehr aus.
- Ruhigerer Lauf bei 8 kHz in der Nähe von Stromleitungen.`,
    },
  },
  {
    typeIds: [6],
    versionName: '5.2',
    ageDays: 262,
    imageKiB: 256,
    changeLogs: {
      Français: `## WS6 Master 5.2

### Nouveautés
- Nouvelle échelle de **conductivité étendue** (0 à 99) pour mieux séparer l’argent du cuivre.
- Réactivité 2,5 : un intermédiaire entre 2 et 3, apprécié sur les terrains pollués.
- L’effet de sol se règle désormais par pas de 0,1.

### Corrections
- Le compas ne perd plus le nord après un changement de disque.
- Le volume du casque ne remonte plus au démarrage.

> Vos programmes personnels sont conservés.`,
      English: `## WS6 Master 5.2

### New
- **Extended conductivity** scale (0 to 99): silver and copper are easier to tell apart.
- Reactivity 2.5, between 2 and 3, for iron-infested ground.
- Ground balance now adjusts in steps of 0.1.

### Fixed
- The pinpointer compass keeps its bearing after a coil change.
- Headphone volume no longer jumps up at start.

> Your own programs are kept.`,
      Deutsch: `## WS6 Master 5.2

### Neu
- **Erweiterte Leitwertskala** (0 bis 99): Silber und Kupfer lassen sich besser trennen.
- Reaktionsgeschwindigkeit 2,5 zwischen 2 und 3 für stark verschrottete Böden.
- Der Bodenabgleich lässt sich in Schritten von 0,1 einstellen.

### Behoben
- Der Kompass behält seine Richtung nach einem Spulenwechsel.
- Die Kopfhörerlautstärke springt beim Einschalten nicht mehr hoch.

> Ihre eigenen Programme bleiben erhalten.`,
    },
  },
  {
    typeIds: [6],
    versionName: '5.3-beta1',
    ageDays: 19,
    imageKiB: 262,
    isBetaTest: true,
    changeLogs: {
      Français: `## WS6 Master 5.3, première version bêta

- Multifréquence simultanée sur les programmes 1 à 4.
- **Connu** : l’autonomie baisse d’environ une heure en multifréquence.

Dites-nous ce que vous entendez : chaque retour compte.`,
      English: `## WS6 Master 5.3, first beta

- Simultaneous multi-frequency in programs 1 to 4.
- **Known**: battery life is about an hour shorter in multi-frequency.

Tell us what you hear: every report counts.`,
    },
  },
  {
    typeIds: [7, 8],
    versionName: '3.0',
    ageDays: 580,
    imageKiB: 384,
    withdrawnDaysAgo: 148,
    changeLogs: {
      English: `## WSAII 3.0

- First release with Bluetooth LE Audio.

Withdrawn: replaced by 3.1, which fixes a restart after long sessions.`,
    },
  },
  {
    typeIds: [7, 8],
    versionName: '3.1',
    ageDays: 148,
    imageKiB: 496,
    changeLogs: {
      Français: `## WSAII et WSAII-XL 3.1

- Bluetooth LE Audio : latence ramenée à 17 ms.
- **Corrigé** : redémarrage possible après plus de six heures d’utilisation.
- Le disque passe en veille après 5 minutes sans mouvement.`,
      English: `## WSAII and WSAII-XL 3.1

- Bluetooth LE Audio: latency down to 17 ms.
- **Fixed**: a restart could happen after more than six hours of use.
- The coil sleeps after 5 minutes without movement.`,
      Deutsch: `## WSAII und WSAII-XL 3.1

- Bluetooth LE Audio: Latenz auf 17 ms gesenkt.
- **Behoben**: Nach mehr als sechs Stunden Betrieb war ein Neustart möglich.
- Die Spule geht nach 5 Minuten ohne Bewegung in den Ruhezustand.`,
    },
  },
]
