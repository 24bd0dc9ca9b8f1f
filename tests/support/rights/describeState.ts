/** Says a state in words: all that an answer about it depends on. */
import { type Connected, knownOf } from './model.ts'
import type { Detector, Image, Needs, Person, Product, Release, Update, World } from './world.ts'

export const surfaces = [
  /** What the update page offers by the list that it is sent. */
  'offered',
  /** The list that programs are sent. */
  'programs',
  /** Whether an update may begin: by the rule that the page and the server share, and by the call that opens its record. */
  'rule',
  'start',
  'record',
  'file',
  'available',
  'mailed',
  'counted',
] as const

/** Who is asked what. */
export type State = {
  readonly surface: (typeof surfaces)[number]
  readonly world: World
  readonly person?: Person
  readonly product?: Product
  readonly detector?: Detector
  readonly release?: Release
  readonly image?: Image
  /** What the page sees. */
  readonly connected?: Connected
}

export function describeState(state: State): string {
  const { surface, world, person, product, detector, release, image, connected } = state
  const owner = person ?? detector?.owner
  const others = world.detectors.filter((one) => one.owner === owner && one !== detector)
  const related = world.releases.filter((one) => one !== release && one.products.some((its) => isConcerned(its, state)))
  return [
    surface,
    release && `  ${releaseText(release)}`,
    image && `  firmware ${image.id}`,
    product && `  product ${productText(product)}`,
    detector && `  ${detectorText(detector)}`,
    owner && `  ${personText(owner)}`,
    connected && `  ${connectedText(connected)}`,
    ...(surface === 'counted' ? world.detectors : others).map((one) => `  beside it ${detectorText(one)}, of ${personText(one.owner)}`),
    ...related.map((one) => `  beside it ${releaseText(one)}`),
  ]
    .filter((line) => typeof line === 'string')
    .join('\n')
}

function isConcerned(its: Product, { product, detector, release }: State): boolean {
  return its === product || its === detector?.product || (release?.products.includes(its) ?? false)
}

function connectedText({ build, isErased, batteryPercent, hasCoil }: Connected): string {
  const firmware = isErased ? 'no firmware' : 'a firmware'
  return `build ${build ?? 'unsaid'} sees ${firmware}, battery ${batteryPercent ?? 'unknown'}, coil ${hasCoil ?? 'unknown'}`
}

function releaseText({
  id,
  versionName,
  state,
  reach,
  share,
  wasReleased,
  isRecalled,
  products,
  groups,
  images,
  needs,
  holds,
  ...its
}: Release) {
  const languages = images.map(
    (image) => `${image.language} (${image.id}${image.deletedState === null ? '' : `, deleted as ${image.deletedState}`})`,
  )
  return [
    `release ${id} “${versionName}”: ${state}, offered as ${reach}`,
    `share ${share}`,
    wasReleased ? 'was released' : 'never released',
    isRecalled && 'recalled',
    !its.mailsOwners && 'without mails',
    `products ${products.map((product) => product.id).join(' ')}`,
    `groups ${groups.map((group) => `${group.id}${group.isDeleted ? ' (deleted)' : ''}`).join(' ') || 'none'}`,
    `languages ${languages.join(' ')}`,
    needsText(needs),
    ...holds.map((versions) => `held from ${versions.join(' ') || 'all'}`),
  ]
    .filter((part) => typeof part === 'string')
    .join(', ')
}

function needsText(needs: Needs): string {
  const asked = Object.entries(needs).filter(([, need]) => need !== null && need !== false && String(need) !== '')
  return `requires ${asked.map(([name, need]) => `${name} ${String(need)}`).join(' ') || 'nothing'}`
}

function productText({ id, typeId, isDeleted }: Product): string {
  return `${id} of type ${typeId}${isDeleted ? ' (deleted)' : ''}`
}

function detectorText(detector: Detector): string {
  const { id, product, serialNumber, hardwareVersion, isDeleted, updates, confirmed } = detector
  const { firmware, last, isUndecided, mayRun } = knownOf(detector)
  const known = `${firmware}${last === null ? '' : ` after ${last.release.versionName}`}${isUndecided ? ', undecided' : ''}${mayRun ? ', may run' : ''}`
  const works = confirmed === null ? '' : `, said to work after ${confirmed.id}`
  const about = `detector ${id}${isDeleted ? ' (deleted)' : ''} ${serialNumber} of product ${productText(product)}, hardware ${hardwareVersion}`
  return `${about}: ${known}${works} [${updates.map(updateText).join('; ')}]`
}

function updateText({ id, image, release, beganAt, isVague, success, after }: Update): string {
  const result = success === null ? 'open' : success ? 'succeeded' : 'failed'
  return `${id}: firmware ${image.id} (${release.versionName}) ${isVague ? 'about ' : ''}${beganAt.toISOString()} ${result}${after === null ? '' : `, ${after}`}`
}

function personText({ id, role, locale, isBetaTester, isDeleted, isLocked, isValidated, hasMailsOff, groups }: Person): string {
  const marks = [
    isBetaTester && 'tester',
    isDeleted && 'deleted',
    isLocked && 'locked',
    !isValidated && 'not validated',
    hasMailsOff && 'without mails',
  ]
  const inGroups = groups.map((group) => group.id).join(' ') || 'none'
  return `person ${id}, ${[role, locale, ...marks.filter((mark) => typeof mark === 'string')].join(', ')}, in groups ${inGroups}`
}
