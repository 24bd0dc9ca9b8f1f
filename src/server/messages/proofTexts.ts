/** The texts of mails about proofs of purchase and the extension of a warranty, in both languages (messageTexts.ts). */
import type { Locale, ProofRefusal } from '../../contract/rules.ts'
import type { MailText } from './mailText.ts'

type ProofTemplate = 'proofApproved' | 'proofRefused' | 'proofsLate' | 'extensionEnds'

type ProofTexts = (brand: string, contact: string | null) => Readonly<Record<ProofTemplate, MailText>>

export const proofTexts: Readonly<Record<Locale, ProofTexts>> = {
  en: (brand, contact) => ({
    proofApproved: {
      subject: `Your ${brand} proof of purchase was approved`,
      paragraphs: ['We have checked your proof of purchase, and it is approved. Your warranty certificate is ready on the portal.'],
      button: 'See my equipment',
      footnote: 'The purchase can no longer be changed. You receive this mail because it concerns your warranty.',
    },
    proofRefused: {
      subject: `Your ${brand} proof of purchase was refused`,
      paragraphs: ['We have checked your proof of purchase and could not approve it.'],
      button: 'Send another proof',
      footnote: `You receive this mail because it concerns your warranty${contact === null ? '' : `. Questions? Contact us: ${contact}`}.`,
    },
    proofsLate: {
      subject: `Proofs of purchase on ${brand} have been waiting for five working days`,
      paragraphs: ['Customers have sent proofs of purchase that nobody has approved or refused for five working days.'],
      button: 'Check proofs',
      footnote: 'Nothing is approved or refused by itself. Each late proof is reported once, in at most one mail a day.',
    },
    extensionEnds: {
      subject: `You can still extend a ${brand} warranty`,
      paragraphs: ['The warranty of one of your coils can be extended from 5 to 10 years with a code, but not for much longer.'],
      button: 'See my equipment',
      footnote: 'We remind you once for each coil.',
    },
  }),
  fr: (brand, contact) => ({
    proofApproved: {
      subject: `Votre preuve d’achat ${brand} a été approuvée`,
      paragraphs: ['Nous avons vérifié et approuvé votre preuve d’achat. Votre certificat de garantie vous attend sur le portail.'],
      button: 'Voir mon matériel',
      footnote: 'Cet achat ne peut plus être modifié. Vous recevez ce message parce qu’il concerne votre garantie.',
    },
    proofRefused: {
      subject: `Votre preuve d’achat ${brand} a été refusée`,
      paragraphs: ['Nous avons vérifié votre preuve d’achat et n’avons pas pu l’approuver.'],
      button: 'Envoyer une autre preuve',
      footnote: `Vous recevez ce message parce qu’il concerne votre garantie${contact === null ? '' : `. Une question ? Contactez-nous : ${contact}`}.`,
    },
    proofsLate: {
      subject: `Des preuves d’achat attendent depuis cinq jours ouvrés sur ${brand}`,
      paragraphs: ['Des clients ont envoyé des preuves d’achat que personne n’a approuvées ni refusées depuis cinq jours ouvrés.'],
      button: 'Vérifier les preuves',
      footnote: 'Rien n’est approuvé ni refusé tout seul. Chaque preuve en retard est signalée une fois, dans un message par jour au plus.',
    },
    extensionEnds: {
      subject: `Vous pouvez encore prolonger une garantie ${brand}`,
      paragraphs: ['La garantie de l’un de vos disques peut passer de 5 à 10 ans avec un code, mais plus pour longtemps.'],
      button: 'Voir mon matériel',
      footnote: 'Nous ne vous le rappelons qu’une fois par disque.',
    },
  }),
}

const refusals: Readonly<Record<Locale, Readonly<Record<ProofRefusal, string>>>> = {
  en: {
    unreadable: 'The document cannot be read.',
    incomplete: 'Part of the document is missing.',
    otherDate: 'The date on the document is not the purchase date.',
    otherProduct: 'The document is for another product.',
    noInvoice: 'The document is not an invoice or a receipt.',
    other: 'It could not be accepted.',
  },
  fr: {
    unreadable: 'Le document est illisible.',
    incomplete: 'Il manque une partie du document.',
    otherDate: 'La date du document n’est pas celle de l’achat.',
    otherProduct: 'Le document concerne un autre produit.',
    noInvoice: 'Le document n’est ni une facture ni un ticket de caisse.',
    other: 'Il n’a pas pu être accepté.',
  },
}

type Refused = { readonly reason: ProofRefusal; readonly words: string | null; readonly until: string }

/** Why a proof was refused, and what its owner can do, a paragraph each. `until` as "21/11/2026". */
export const refusalFacts: Readonly<Record<Locale, (refused: Refused) => string[]>> = {
  en: ({ reason, words, until }) => [
    `Reason: ${refusals.en[reason]}`,
    ...(words === null ? [] : [words]),
    `You can send another proof until ${until}. Your warranty stays as it is meanwhile.`,
  ],
  fr: ({ reason, words, until }) => [
    `Motif : ${refusals.fr[reason]}`,
    ...(words === null ? [] : [words]),
    `Vous pouvez envoyer une autre preuve jusqu’au ${until}. Votre garantie reste la même en attendant.`,
  ],
}

export const lateFact: Readonly<Record<Locale, (count: number) => string>> = {
  en: (count) => (count === 1 ? 'One proof is waiting.' : `${count} proofs are waiting.`),
  fr: (count) => (count === 1 ? 'Une preuve attend.' : `${count} preuves attendent.`),
}

/** `until` as "21/11/2026". */
export const extensionFact: Readonly<Record<Locale, (coil: string, until: string) => string>> = {
  en: (coil, until) => `${coil}: a code can be used until ${until}.`,
  fr: (coil, until) => `${coil} : un code peut être utilisé jusqu’au ${until}.`,
}
