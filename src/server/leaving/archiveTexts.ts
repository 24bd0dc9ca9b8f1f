/** What stands in the archive of somebody's data beside the data: its guide, in both languages. A new table without a line does not compile. */
import type { Locale } from '../../contract/rules.ts'
import type { dataClasses } from '../db/dataClasses/dataClasses.ts'

type Classes = typeof dataClasses
/** Tables with a column that a person gets. */
export type ArchivedTable = {
  [Name in keyof Classes]: Extract<Classes[Name][keyof Classes[Name]], `${string}, exported, ${string}`> extends never ? never : Name
}[keyof Classes]

type ArchiveTexts = {
  readonly title: (brand: string) => string
  readonly introduction: readonly string[]
  readonly missing: string
  readonly tables: Readonly<Record<ArchivedTable, string>>
}

export const archiveTexts: Readonly<Record<Locale, ArchiveTexts>> = {
  en: {
    title: (brand) => `Your data at ${brand}`,
    introduction: [
      'Each file in the folder “data” is JSON, which any text editor opens; instants are UTC. The folder “files” has the documents that you sent.',
      'Left out: passwords and other secrets, what only links one record to another, and the names of our staff.',
    ],
    missing: 'These documents could not be read and are missing:',
    tables: {
      accessories: 'your coils, with purchase and warranty',
      accountDeletions: 'the deletion of your account that you asked for',
      auditEntries: 'changes of your account: when, and from what to what',
      betaGroupUsers: 'the beta groups that you are in',
      dataExports: 'archives like this one',
      factorResets: 'resets of your second factors by staff',
      files: 'the documents in the folder “files”',
      formerContacts: 'your former address and phone, while a change can be undone',
      newsReads: 'the news that you have read',
      outgoingMessages: 'messages to you that wait to be sent',
      pendingPhones: 'a new phone number that waits for its code',
      pendingUsernames: 'a new address that waits for its confirmation',
      productUpdates: 'the updates of your detectors',
      proofChecks: 'what we decided about your proofs of purchase',
      recoveryCodes: 'when your recovery codes were made',
      releaseMails: 'new firmwares that we do not write to you about again',
      releaseRecalls: 'withdrawn firmwares that we wrote to you about',
      secondFactors: 'your second factors',
      securityEvents: 'sign-ins and other events that concern the security of your account',
      sessions: 'where you are signed in',
      settledMessages: 'messages that we sent to you, without their text',
      signIns: 'how you signed in',
      subscriptions: 'your subscriptions',
      trustedDevices: 'browsers that you have signed in with',
      updateMails: 'whether you get mails about updates and reminders',
      userNotes: 'notes of our staff about your questions',
      userProducts: 'your detectors, with purchase and warranty',
      users: 'your account',
      warrantyCodes: 'the warranty codes that you used',
    },
  },
  fr: {
    title: (brand) => `Vos données chez ${brand}`,
    introduction: [
      'Chaque fichier du dossier « data » est au format JSON, que tout éditeur de texte ouvre ; les heures sont en UTC. Le dossier « files » contient les documents que vous avez envoyés.',
      'Ne s’y trouvent pas : les mots de passe et autres secrets, ce qui ne fait que relier un enregistrement à un autre, et les noms de notre équipe.',
    ],
    missing: 'Ces documents n’ont pas pu être lus et manquent :',
    tables: {
      accessories: 'vos disques, avec leur achat et leur garantie',
      accountDeletions: 'la suppression de votre compte que vous avez demandée',
      auditEntries: 'les modifications de votre compte : quand, et de quoi en quoi',
      betaGroupUsers: 'les groupes bêta dont vous faites partie',
      dataExports: 'les archives comme celle-ci',
      factorResets: 'les réinitialisations de vos seconds facteurs par notre équipe',
      files: 'les documents du dossier « files »',
      formerContacts: 'votre ancienne adresse et votre ancien téléphone, tant qu’un changement peut être annulé',
      newsReads: 'les actualités que vous avez lues',
      outgoingMessages: 'les messages qui attendent de vous être envoyés',
      pendingPhones: 'un nouveau numéro de téléphone qui attend son code',
      pendingUsernames: 'une nouvelle adresse qui attend sa confirmation',
      productUpdates: 'les mises à jour de vos détecteurs',
      proofChecks: 'ce que nous avons décidé au sujet de vos preuves d’achat',
      recoveryCodes: 'la date de création de vos codes de secours',
      releaseMails: 'les nouveaux firmwares au sujet desquels nous ne vous écrirons plus',
      releaseRecalls: 'les firmwares retirés au sujet desquels nous vous avons écrit',
      secondFactors: 'vos seconds facteurs',
      securityEvents: 'les connexions et autres événements qui touchent à la sécurité de votre compte',
      sessions: 'où vous êtes connecté',
      settledMessages: 'les messages que nous vous avons envoyés, sans leur texte',
      signIns: 'comment vous vous êtes connecté',
      subscriptions: 'vos abonnements',
      trustedDevices: 'les navigateurs avec lesquels vous vous êtes connecté',
      updateMails: 'si vous recevez les emails sur les mises à jour et les rappels',
      userNotes: 'les notes de notre équipe au sujet de vos questions',
      userProducts: 'vos détecteurs, avec leur achat et leur garantie',
      users: 'votre compte',
      warrantyCodes: 'les codes de garantie que vous avez utilisés',
    },
  },
}
