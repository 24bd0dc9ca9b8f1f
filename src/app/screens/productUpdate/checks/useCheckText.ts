import { useLingui } from '@lingui/react/macro'
import type { Fault } from '../../../../contract/signatures/signed.ts'
import type { Unmet } from '../../../../contract/requirements.ts'
import { usePercentText } from '../../../i18n/measures.ts'
import { type Check, emptyBatteryPercent, type Verdict } from '../../../update/checks/checks.ts'

export type CheckText = {
  readonly title: string
  /** What to do; null when there is nothing to do. */
  readonly remedy: string | null
}

/** Returns a check's title, and what to do when it did not pass. */
export function useCheckText(): (check: Check) => CheckText {
  const { t, i18n } = useLingui()
  const percentText = usePercentText()

  function batteryText({ neededPercent, percent }: NonNullable<Check['battery']>, isRefused: boolean): CheckText {
    const needed = neededPercent === null ? null : percentText(neededPercent)
    if (percent === null) {
      const charge = t`Charge the detector first if you can: it must not switch off during the update.`
      const remedy =
        needed === null
          ? charge
          : t`This firmware needs ${needed}. Charge the detector first if you can: it must not switch off during the update.`
      return { title: t`The detector’s battery level is unknown`, remedy }
    }
    const has = percentText(percent)
    if (needed !== null) {
      return {
        title: t`The detector’s battery is too low for this firmware`,
        remedy: t`This firmware needs ${needed}; the detector has ${has}. Charge it, then check again.`,
      }
    }
    return isRefused
      ? {
          title: t`The detector’s battery is nearly empty`,
          remedy: t`It has ${has}. Charge it to ${percentText(emptyBatteryPercent)} at least, then check again.`,
        }
      : {
          title: t`The detector’s battery is low`,
          remedy: t`It has ${has}. Charge it first if you can: it must not switch off during the update.`,
        }
  }
  function linkText(link: Check['link'], verdict: Verdict): CheckText {
    if (link === undefined) {
      return {
        title: t`The cable loses data now and then`,
        remedy: t`The update still works, but another cable or port would make it faster.`,
      }
    }
    const mayBegin = verdict === 'warned'
    if (link === 'silent') {
      return {
        title: t`The detector does not answer now`,
        remedy: mayBegin
          ? t`The update can be tried, and started again as often as needed.`
          : t`Disconnect it, connect it again, then start the update.`,
      }
    }
    return mayBegin
      ? {
          title: t`The connection is poor`,
          remedy: t`The update may stop before its end. It can be started again as often as needed; use another cable or port if you can.`,
        }
      : {
          title: t`The connection is too poor for a safe update`,
          remedy: t`Use another cable, and plug it directly into the computer, not into a hub. With the present cable the update may be interrupted: the detector then has no firmware until you finish it.`,
        }
  }

  function releaseText(unmet: Unmet | undefined): CheckText {
    switch (unmet?.kind) {
      case 'hold':
        return { title: t`This firmware is not yet for your detector`, remedy: unmet.hold.reason[i18n.locale === 'fr' ? 'fr' : 'en'] }
      case 'appBuild':
        return { title: t`This firmware needs a newer version of this portal`, remedy: t`Reload the page, then start the update again.` }
      case 'minimum':
        return {
          title: t`This firmware needs ${unmet.needed} or newer`,
          remedy: unmet.installed === null ? t`The installed version is not known.` : t`Your detector has ${unmet.installed}.`,
        }
      case 'unordered': {
        const { versionName } = unmet
        return {
          title: t`It is not clear whether this firmware is newer`,
          remedy: t`Nobody can tell which versions are newer than ${versionName}.`,
        }
      }
      default:
        return { title: t`This firmware is for another hardware version`, remedy: t`Disconnect, then connect the one you want to update.` }
    }
  }

  function signatureText(fault: Fault | undefined): CheckText {
    const tell = t`Nothing has been changed on your detector. Check again later; if this stays so, tell the maker.`
    switch (fault) {
      case undefined:
        return {
          title: t`It is not known whether this firmware is still recommended`,
          remedy: t`This computer last read that more than 30 days ago. Connect it to the internet first if you can, then check again.`,
        }
      case 'noCatalogue':
        return {
          title: t`It is not known whether the maker still offers this firmware`,
          remedy: t`Nothing has been changed on your detector. Connect this computer to the internet, then check again.`,
        }
      case 'expired':
        return {
          title: t`What the server says of this firmware is out of date`,
          remedy: t`Nothing has been changed on your detector. Make sure that this computer has the right date, then check again.`,
        }
      case 'older':
        return { title: t`What the server says of this firmware is older than what this computer has seen`, remedy: tell }
      case 'notOffered':
        return {
          title: t`The maker does not offer this firmware to your detector now`,
          remedy: t`Nothing has been changed on your detector. Check again later: the maker may offer it again, or another one.`,
        }
      case 'unsigned':
        return { title: t`The maker has not signed this firmware`, remedy: tell }
      case 'altered':
        return { title: t`The signature is not the maker’s`, remedy: tell }
      case 'role':
        return { title: t`This firmware is signed with a key that is not meant for it`, remedy: tell }
      case 'product':
        return { title: t`The maker has signed this firmware for other detectors`, remedy: tell }
      case 'file':
        return { title: t`The file is not the one that the maker has signed`, remedy: tell }
      case 'root':
        return { title: t`The maker’s keys have changed in a way that cannot be verified`, remedy: tell }
    }
  }

  return ({ name, verdict, isDoubtful, link, battery, unmet, fault, other }) => {
    const isFine = verdict === 'passed' || verdict === 'later'
    switch (name) {
      case 'browser':
        if (isFine) return fine(t`Browser supported`)
        return { title: t`This browser cannot update detectors`, remedy: t`Use Chrome, Edge or Opera on a desktop computer.` }
      case 'permission':
        if (isFine) return fine(t`Access to the detector allowed`)
        return { title: t`The detector is not connected`, remedy: t`Plug it in and connect it.` }
      case 'detector':
        if (isFine) return fine(t`Same detector as shown`)
        if (verdict === 'warned') {
          return {
            title: t`More than one detector is plugged in`,
            remedy: t`Only the one shown here will be updated. Unplug the others to be sure.`,
          }
        }
        if (isDoubtful === true) {
          return {
            title: t`Another detector has been plugged in`,
            remedy: t`Unplug it, so that there is no doubt which one is updated.`,
          }
        }
        return { title: t`A different detector is connected now`, remedy: t`Disconnect, then connect the one you want to update.` }
      case 'model':
        if (isFine) return fine(t`Firmware for this model`)
        return { title: t`The firmware is for another model`, remedy: t`Disconnect, then connect the one you want to update.` }
      case 'file':
        if (verdict === 'later') return fine(t`File verified when the update starts`)
        if (isFine) return fine(t`File complete and genuine`)
        return {
          title: t`The file does not match the published one`,
          remedy: t`Start the update again: the file will be downloaded again.`,
        }
      case 'release':
        return isFine ? fine(t`Firmware for this detector`) : releaseText(unmet)
      case 'signature':
        return isFine ? fine(t`Signed by the maker`) : signatureText(fault)
      case 'coil':
        if (isFine) return fine(t`Coil connected`)
        return {
          title: t`No coil is connected`,
          remedy: t`This firmware needs one. Connect a coil to the detector, then disconnect the detector here and connect it again.`,
        }
      case 'detectorBattery':
        return isFine || battery === undefined ? fine(t`Detector charged enough`) : batteryText(battery, verdict === 'refused')
      case 'computerBattery':
        if (isFine) return fine(t`Computer charged or plugged in`)
        return { title: t`This computer’s battery is low`, remedy: t`Plug in its power supply.` }
      case 'awake':
        if (isFine) return fine(t`Screen kept awake`)
        return {
          title: t`The screen may switch off during the update`,
          remedy: t`Move the mouse now and then, or turn off sleep mode.`,
        }
      case 'alone':
        if (isFine) return fine(t`Nothing else is using the detector`)
        if (verdict === 'warned') {
          return { title: t`Another program seems to use the detector`, remedy: t`Close other programs that talk to it.` }
        }
        if (other === 'update') {
          return {
            title: t`Another browser or program is updating this detector`,
            remedy: t`Wait until it has finished, then check again.`,
          }
        }
        return { title: t`Another tab is updating a detector`, remedy: t`Wait until it has finished.` }
      case 'link':
        if (isFine) return fine(t`Cable and port OK`)
        return linkText(link, verdict)
    }
  }
}

function fine(title: string): CheckText {
  return { title, remedy: null }
}
