import type { Locale } from '../../src/contract/rules.ts'
import type { Fault } from '../../src/contract/signatures/signed.ts'

/** What the update page says of each fault that it can find in a signature. */
export const signatureSentences: Readonly<Record<Fault, Readonly<Record<Locale, string>>>> = {
  unsigned: { en: 'The maker has not signed this firmware', fr: 'Le fabricant n’a pas signé ce firmware' },
  altered: { en: 'The signature is not the maker’s', fr: 'La signature n’est pas celle du fabricant' },
  role: {
    en: 'This firmware is signed with a key that is not meant for it',
    fr: 'Ce firmware est signé avec une clé qui n’est pas prévue pour cela',
  },
  older: {
    en: 'What the server says of this firmware is older than what this computer has seen',
    fr: 'Ce que le serveur indique sur ce firmware est plus ancien que ce que cet ordinateur a déjà vu',
  },
  expired: {
    en: 'What the server says of this firmware is out of date',
    fr: 'Ce que le serveur indique sur ce firmware n’est plus à jour',
  },
  noCatalogue: {
    en: 'It is not known whether the maker still offers this firmware',
    fr: 'On ne sait pas si le fabricant propose encore ce firmware',
  },
  product: {
    en: 'The maker has signed this firmware for other detectors',
    fr: 'Le fabricant a signé ce firmware pour d’autres détecteurs',
  },
  file: { en: 'The file is not the one that the maker has signed', fr: 'Le fichier n’est pas celui que le fabricant a signé' },
  notOffered: {
    en: 'The maker does not offer this firmware to your detector now',
    fr: 'Le fabricant ne propose pas ce firmware à votre détecteur pour le moment',
  },
  root: {
    en: 'The maker’s keys have changed in a way that cannot be verified',
    fr: 'Les clés du fabricant ont changé d’une façon qui ne peut pas être vérifiée',
  },
}
